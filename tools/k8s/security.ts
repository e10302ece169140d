/** The user of the image. It owns nothing in it. */
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
