#!/bin/sh
# Makes the secrets that the manifests refer to, in the namespace keyhaven or $NAMESPACE:
#
#   MONGODB_URI=mongodb://… k8s/make-secrets.sh
#
# Reads from the environment:
#
# - MONGODB_URI, or MONGODB_PASSWORD for overlays/example-operators
# - SMTP_URL for components/smtp, and S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY for components/attachments-s3. Both
#   components are in overlays/production and overlays/example-operators. Without these secrets, identity and messaging
#   do not start, unless you remove smtp, and replace attachments-s3 with attachments-volume and remove S3_… from
#   settings.env.
# - KAFKA_SASL_PASSWORD for components/kafka-sasl, and KAFKA_CA (the certificate as PEM) for components/kafka-ca. In
#   overlays/example-operators, an operator makes these secrets.
#
# Generates the other secrets. Existing secrets are not changed. Needs kubectl, and Node with the installed dependencies
# of this repository.
set -eu
cd "$(dirname "$0")/.."
namespace=${NAMESPACE:-keyhaven}
umask 077
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# If kubectl fails, for example because the cluster does not answer, the script ends. Otherwise it would replace keys that
# exist.
exists() {
  found=$(kubectl --namespace "$namespace" get "$1" "$2" --ignore-not-found --output name) || exit 1
  [ -n "$found" ]
}

# secret NAME KEY VARIABLE [KEY VARIABLE]: makes a secret from variables, unless one of them is empty.
secret() {
  name=$1
  shift
  if exists secret "$name"; then
    echo "$name exists"
    return
  fi
  files=
  while [ $# -gt 0 ]; do
    value=$(printenv "$2" || true)
    if [ -z "$value" ]; then
      echo "$name is left out, because $2 is not set"
      return
    fi
    # Pass the value in a file, because other users of this machine can read the arguments of a program.
    printf %s "$value" >"$folder/$1"
    files="$files --from-file=$1=$folder/$1"
    shift 2
  done
  # shellcheck disable=SC2086
  kubectl --namespace "$namespace" create secret generic "$name" $files
}

random() {
  head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \n'
}

exists namespace "$namespace" || kubectl create namespace "$namespace"

secret keyhaven-database MONGODB_URI MONGODB_URI
secret keyhaven-mongodb password MONGODB_PASSWORD
secret keyhaven-kafka KAFKA_SASL_PASSWORD KAFKA_SASL_PASSWORD
secret keyhaven-kafka-ca ca.crt KAFKA_CA
secret keyhaven-smtp SMTP_URL SMTP_URL
secret keyhaven-s3 S3_ACCESS_KEY_ID S3_ACCESS_KEY_ID S3_SECRET_ACCESS_KEY S3_SECRET_ACCESS_KEY
RANDOM_SECRET=$(random) && export RANDOM_SECRET
secret keyhaven-messaging ATTACHMENT_SECRET RANDOM_SECRET
RANDOM_SECRET=$(random) && export RANDOM_SECRET
secret keyhaven-portal PORTAL_SECRET RANDOM_SECRET

# Makes the keys of internal tokens. The ConfigMap with the public keys is made last, so an interrupted run is repeated
# completely.
if exists configmap keyhaven-public-keys; then
  echo "the keys exist"
  exit
fi
issuers="operator $(node -p "Object.keys(require('./libs/contracts/src/platform/services.json')).join(' ')")"
# shellcheck disable=SC2086
npm run --silent keys -- "$folder/keys" $issuers
for issuer in $issuers; do
  kubectl --namespace "$namespace" create secret generic "keyhaven-key-$issuer" \
    "--from-file=key.json=$folder/keys/$issuer.json" --dry-run=client --output yaml |
    kubectl --namespace "$namespace" apply --filename -
done
kubectl --namespace "$namespace" create configmap keyhaven-public-keys "--from-file=public.json=$folder/keys/public.json"
