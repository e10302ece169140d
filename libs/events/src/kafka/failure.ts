/**
 * Thrown if an existing topic does not have the settings that this version of the platform needs.
 * Only an operator can change the topic.
 */
export class TopicMismatch extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TopicMismatch';
  }
}

/** The types of broker errors that only an operator can fix. */
const LASTING = new Set([
  'TOPIC_AUTHORIZATION_FAILED',
  'GROUP_AUTHORIZATION_FAILED',
  'CLUSTER_AUTHORIZATION_FAILED',
  'SASL_AUTHENTICATION_FAILED',
  'UNSUPPORTED_SASL_MECHANISM',
  'INVALID_TOPIC_EXCEPTION',
  'INVALID_CONFIG',
  'POLICY_VIOLATION',
  'MESSAGE_TOO_LARGE',
  'RECORD_LIST_TOO_LARGE',
  'INCONSISTENT_GROUP_PROTOCOL',
  'INVALID_GROUP_ID',
  'INVALID_SESSION_TIMEOUT',
  'UNSUPPORTED_VERSION',
]);

/**
 * Whether every further attempt would fail too. If not, the caller tries again with a new client. Most
 * errors of this second kind are lost connections. kafkajs calls some of them final, although only its
 * own client is in a bad state.
 */
export function isLasting(error: unknown): boolean {
  if (error instanceof TopicMismatch) return true;
  if (!(error instanceof Error)) return false;
  if (error.name === 'KafkaJSSASLAuthenticationError') return true;
  if ('type' in error && LASTING.has(String(error.type))) return true;
  if ('errors' in error && Array.isArray(error.errors) && error.errors.some(isLasting)) return true;
  return isLasting(error.cause);
}
