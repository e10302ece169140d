import { labels } from './labels';
import { containerSecurity, podSecurity } from './security';
import { databaseAddress } from './service-manifest';
import { indent } from './text';

/** The number of backups that are kept on the volume. */
const KEPT = 14;
/**
 * How long a backup may take, in seconds. MongoDB keeps the snapshot of a backup for only five
 * minutes by default; docs/operators/backup.md describes how to raise this limit to an hour.
 */
const MAX_SECONDS = 3600;

/** Returns the manifest of the job that backs up the data of all services to a volume each night. */
export function backupManifest(image: string): string {
  const ownLabels = `${labels('backup')}keyhaven.dev/stores: 'true'\n`;
  return `# Backs up the data of all services to the volume "backups" each night, and keeps ${KEPT} backups. Written by
# \`npm run k8s:manifests\`: change it with a patch in your overlay.
apiVersion: batch/v1
kind: CronJob
metadata:
  name: backup
  labels:
${indent(4, ownLabels)}spec:
  schedule: '30 2 * * *'
  timeZone: Etc/UTC
  concurrencyPolicy: Forbid
  successfulJobsHistoryLimit: 1
  failedJobsHistoryLimit: 3
  jobTemplate:
    metadata:
      labels:
${indent(8, ownLabels)}    spec:
      backoffLimit: 2
      activeDeadlineSeconds: ${MAX_SECONDS}
      template:
        metadata:
          labels:
${indent(12, ownLabels)}        spec:
          serviceAccountName: backup
          automountServiceAccountToken: false
          enableServiceLinks: false
          restartPolicy: Never
${indent(10, podSecurity)}          containers:
            - name: backup
              image: ${image}
              args: [backup, /backups, --dated, --keep, '${KEPT}']
              # If S3_BUCKET_URL is set, attachments are in a bucket. Back up the bucket separately.
              envFrom:
                - configMapRef: { name: keyhaven-settings }
              env:
${indent(16, databaseAddress)}              resources:
                requests: { cpu: 250m, memory: 256Mi }
                limits: { memory: 512Mi }
${indent(14, containerSecurity)}              volumeMounts:
                - { name: tmp, mountPath: /tmp }
                - { name: backups, mountPath: /backups }
          volumes:
            - name: tmp
              emptyDir: { sizeLimit: 64Mi }
            - name: backups
              persistentVolumeClaim: { claimName: backups }
---
apiVersion: v1
kind: ServiceAccount
metadata:
  name: backup
  labels:
${indent(4, labels('backup'))}automountServiceAccountToken: false
`;
}
