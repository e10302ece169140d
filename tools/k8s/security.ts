/** The id of the user that runs the programs of the image. This user owns no files in the image. */
const USER = 10001;

/** The security context of a pod, as the Pod Security Standard "restricted" demands it. */
export const podSecurity = `securityContext:
  runAsNonRoot: true
  runAsUser: ${USER}
  runAsGroup: ${USER}
  fsGroup: ${USER}
  seccompProfile: { type: RuntimeDefault }
`;

export const containerSecurity = `securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
`;
