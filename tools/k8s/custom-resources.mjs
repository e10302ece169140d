// Validates custom resources against the schemas in k8s/schemas.
import { readdirSync, readFileSync } from 'node:fs';
import Ajv from 'ajv';

const folder = new URL('../../k8s/schemas/', import.meta.url);

/**
 * Returns a function that lists what is wrong with an object. The function returns undefined if
 * there is no schema for the kind of the object.
 */
export function customResources() {
  const validators = new Map();
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    const { kinds, $defs = {} } = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
    for (const [kind, schema] of Object.entries(kinds)) {
      const ajv = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false, allErrors: true });
      validators.set(kind, ajv.compile({ ...strict(schema, true), $defs: strict($defs) }));
    }
  }
  return (object) => {
    const validator = validators.get(`${object.apiVersion}/${object.kind}`);
    if (!validator) return undefined;
    if (validator(object)) return [];
    return validator.errors.map(
      ({ instancePath, message, params }) => `${instancePath}: ${message} ${JSON.stringify(params)}`,
    );
  };
}

/** Refuses fields that the schema does not list, as Kubernetes does in strict validation. */
function strict(schema, isRoot = false) {
  if (Array.isArray(schema)) return schema.map((item) => strict(item));
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, strict(value)]));
  const isClosed = typeof schema.properties === 'object' && schema.type === 'object';
  if (isClosed && !schema['x-kubernetes-preserve-unknown-fields'] && schema.additionalProperties === undefined) {
    copy.additionalProperties = false;
  }
  // Accept any metadata, because Kubernetes defines metadata for all kinds. (The schemas of Strimzi describe it again.)
  if (isRoot && copy.properties) copy.properties.metadata = { type: 'object' };
  return copy;
}
