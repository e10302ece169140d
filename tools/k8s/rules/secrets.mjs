import { containersOf, nameOf, ofKind, podTemplateOf } from './objects.mjs';

const secretName = /(_URI|KEY|SECRET|PASSWORD|TOKEN|SMTP_URL)$/;
const credentials = /\/\/[^/?#\s@]+:[^/?#\s@]+@/;

/**
 * Checks that the manifests contain no secrets, and that every secret to which they refer is created.
 * @param made the names and keys of the created secrets, as `name key`.
 */
export function secretFaults(objects, made) {
  return [
    ...ofKind(objects, 'Secret').map((secret) => `${nameOf(secret)} is in the manifests`),
    ...ofKind(objects, 'ConfigMap').flatMap(({ data }) => Object.entries(data).flatMap(valueFaults)),
    ...objects.filter(podTemplateOf).flatMap((object) => {
      const template = podTemplateOf(object);
      const given = containersOf(template).flatMap(({ env = [] }) => env);
      return [
        ...given.flatMap(({ name, value }) => (value === undefined ? [] : valueFaults([name, value]))),
        ...referredSecrets(template)
          .filter((secret) => !made.includes(secret))
          .map((secret) => `${nameOf(object)} needs the secret "${secret}", which nothing makes`),
      ];
    }),
  ];
}

function valueFaults([name, value]) {
  if (secretName.test(name)) return [`${name} is a secret, but its value is in the manifests`];
  return credentials.test(value) ? [`${name} contains a password`] : [];
}

function referredSecrets(template) {
  const variables = containersOf(template).flatMap(({ env = [] }) =>
    env.map(({ valueFrom }) => valueFrom?.secretKeyRef),
  );
  const volumes = template.spec.volumes ?? [];
  return [
    ...variables.filter(Boolean).map(({ name, key }) => `${name} ${key}`),
    ...volumes.flatMap(({ secret }) => (secret ? keysOf(secret).map((key) => `${secret.secretName} ${key}`) : [])),
    ...volumes.flatMap(({ configMap }) => (configMap ? [`${configMap.name} public.json`] : [])),
  ];
}

/**
 * Returns which keys of a secret a volume contains. A volume without `items` is expected to contain
 * the key of an issuer.
 */
const keysOf = ({ items }) => items?.map(({ key }) => key) ?? ['key.json'];
