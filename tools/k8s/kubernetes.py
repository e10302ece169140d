"""Reads and validates Kubernetes objects for the checks of the manifests.

kubernetes.py to-json            reads YAML documents, prints them as a JSON array
kubernetes.py validate VERSION … reads a JSON array of objects, prints a JSON array of what is wrong with them
"""

import functools
import json
import sys

import yaml
from kubernetes_validate import utils

# Cache the schemas, so that each schema is read only once.
utils.schema_contents = functools.lru_cache(maxsize=None)(utils.schema_contents)


def faults_of(resource, version):
    try:
        utils.validate(resource, version, strict=True)
    except utils.ValidationError as error:
        where = ".".join(str(part) for part in error.path)
        yield f"{where}: {error.message}"
    except utils.SchemaNotFoundError as error:
        yield error.message


def main(command, *versions):
    if command == "to-json":
        documents = yaml.safe_load_all(sys.stdin)
        json.dump([document for document in documents if document], sys.stdout, default=str)
        return
    resources = json.load(sys.stdin)
    faults = [
        {"index": index, "version": version, "message": message}
        for version in versions
        for index, resource in enumerate(resources)
        for message in faults_of(resource, version)
    ]
    json.dump(faults, sys.stdout)


main(*sys.argv[1:])
