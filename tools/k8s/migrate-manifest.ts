import { containerSecurity, podSecurity } from './security';
import { databaseAddress } from './service-manifest';
import { indent } from './text';

/** Returns the manifest of the job that migrates the data of all services to a version, and creates their indexes. */
export function migrateManifest(version: string, image: string): string {
  const labels = `app.kubernetes.io/name: keyhaven
app.kubernetes.io/component: migrate
keyhaven.dev/stores: 'true'
`;
  return `# Migrates the data of all services to this version and creates their indexes. Written by \`npm run k8s:manifests\`.
# A job cannot be changed, so its name contains the version.
apiVersion: batch/v1
kind: Job
metadata:
  name: migrate-${version.replace(/[^a-z0-9]+/g, '-')}
  labels:
${indent(4, labels)}spec:
  # A migration that was interrupted runs again from its start.
  backoffLimit: 10
  template:
    metadata:
      labels:
${indent(8, labels)}    spec:
      serviceAccountName: migrate
      automountServiceAccountToken: false
      enableServiceLinks: false
      restartPolicy: OnFailure
${indent(6, podSecurity)}      containers:
        - name: migrate
          image: ${image}
          args: [migrate]
          env:
${indent(12, databaseAddress)}          resources:
            requests: { cpu: 250m, memory: 256Mi }
            limits: { memory: 512Mi }
${indent(10, containerSecurity)}          volumeMounts:
            - { name: tmp, mountPath: /tmp }
      volumes:
        - name: tmp
          emptyDir: { sizeLimit: 64Mi }
---
apiVersion: v1
kind: ServiceAccount
metadata:
  name: migrate
  labels:
    app.kubernetes.io/name: keyhaven
    app.kubernetes.io/component: migrate
automountServiceAccountToken: false
`;
}
