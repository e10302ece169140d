/** A topic that exists is not as this version of the platform needs it; nothing but an operator can change that. */
export class TopicMismatch extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TopicMismatch';
  }
}

/** What a broker answers when it understood and refuses, for reasons that only a person can change. */
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
 * Whether trying again can only fail again. Anything else is tried again with a new client: lost connections above all,
 * but also what kafkajs calls final, which is as often a state of its own as one of the cluster.
 */
export function isLasting(error: unknown): boolean {
  if (error instanceof TopicMismatch) return true;
  if (!(error instanceof Error)) return false;
  if (error.name === 'KafkaJSSASLAuthenticationError') return true;
  if ('type' in error && LASTING.has(String(error.type))) return true;
  if ('errors' in error && Array.isArray(error.errors) && error.errors.some(isLasting)) return true;
  return isLasting(error.cause);
}
