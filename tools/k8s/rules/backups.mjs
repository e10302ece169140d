import { find } from './objects.mjs';

/** Checks that the backup contains the attachments if they are on a volume. */
export function backupFaults(objects) {
  const job = find(objects, 'CronJob', 'backup');
  const isVolume = find(objects, 'PersistentVolumeClaim', 'attachments') !== undefined;
  if (!job || !isVolume) return [];
  const [{ env, volumeMounts }] = job.spec.jobTemplate.spec.template.spec.containers;
  const folder = env.find(({ name }) => name === 'ATTACHMENTS_FOLDER')?.value;
  const isMounted = volumeMounts.some(({ name, mountPath }) => name === 'attachments' && mountPath === folder);
  return isMounted ? [] : ['the backup does not contain the attachments'];
}
