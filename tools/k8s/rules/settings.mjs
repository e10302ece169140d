import { find, ofKind } from './objects.mjs';

/**
 * Valid values of secret settings that need a certain format. The check uses ANY_SECRET for all
 * other secret settings.
 */
const secretValues = { MONGODB_URI: 'mongodb://mongodb:27017', SMTP_URL: 'smtps://mail.example.com' };
const ANY_SECRET = 'x'.repeat(32);

/**
 * Checks that every process gets all required settings with valid values. The shared settings must
 * be known to at least one process, and the settings of a container to its own process.
 * @param settingsOfProcess a function that returns the schema of a service's settings.
 */
export function settingFaults(objects, names, settingsOfProcess) {
  const known = new Set(names.flatMap((name) => Object.keys(settingsOfProcess(name).shape)));
  const [shared] = ofKind(objects, 'ConfigMap').filter(({ metadata }) => metadata.name.startsWith('keyhaven-settings'));
  const unknown = Object.keys(shared.data).filter((key) => !known.has(key));
  return [
    ...unknown.map((key) => `no process reads the setting ${key}`),
    ...names.flatMap((name) => {
      const [container] = find(objects, 'Deployment', name).spec.template.spec.containers;
      const own = Object.fromEntries(
        container.env.map(({ name: key, value }) => [key, value ?? secretValues[key] ?? ANY_SECRET]),
      );
      const schema = settingsOfProcess(name);
      const extra = Object.keys(own).filter((key) => !(key in schema.shape));
      const { error } = schema.safeParse({ ...shared.data, ...own });
      return [
        ...extra.map((key) => `${name} does not read ${key}`),
        ...(error?.issues ?? []).map((issue) => `${name}: ${issue.path.join('.')}: ${issue.message}`),
        ...(name === 'messaging' ? attachmentFaults({ ...shared.data, ...own }, container) : []),
      ];
    }),
  ];
}

/**
 * Checks that attachments are in a bucket or on a volume, because the root file system is read-only. Messaging does not
 * start if it has the address of a bucket without its keys.
 */
function attachmentFaults({ S3_BUCKET_URL, S3_ACCESS_KEY_ID, ATTACHMENTS_FOLDER }, { volumeMounts }) {
  if (S3_BUCKET_URL !== undefined && S3_ACCESS_KEY_ID === undefined) return ['messaging has a bucket without its keys'];
  const isBucket = S3_BUCKET_URL !== undefined;
  const isVolume = volumeMounts.some(({ mountPath }) => mountPath === ATTACHMENTS_FOLDER);
  return isBucket || isVolume ? [] : ['messaging has no place for attachments'];
}
