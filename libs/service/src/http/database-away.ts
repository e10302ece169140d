/** The names of the driver's errors if no server or no primary can be reached. */
const names = new Set([
  'MongoServerSelectionError',
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongooseServerSelectionError',
  'MongoPoolClearedError',
  'MongoNotConnectedError',
  'MongoClientClosedError',
  'MongoTopologyClosedError',
  'PoolClearedOnNetworkError',
]);

/**
 * Matches the messages of Mongoose errors that have no specific name: the connection is not open
 * yet, or was closed.
 */
const notConnected = /buffering timed out|force closed|before initial connection/;

/** Error labels by which the server or the driver recommends a retry. */
const labels = ['RetryableWriteError', 'TransientTransactionError', 'ResetPool'];

/**
 * Error codes of a server that is shutting down, is not the primary, or cannot reach the other
 * members.
 */
const codes = new Set([
  64, // WriteConcernTimeout
  91, // ShutdownInProgress
  189, // PrimarySteppedDown
  10107, // NotWritablePrimary
  11600, // InterruptedAtShutdown
  11602, // InterruptedDueToReplStateChange
  13435, // NotPrimaryNoSecondaryOk
  13436, // NotPrimaryOrSecondary
]);

/**
 * Whether an error means that the database is temporarily unavailable, for example because its
 * primary is changing. The cause of any other error does not end by itself.
 */
export function isDatabaseAway(error: Error): boolean {
  if (names.has(error.name)) return true;
  if (error.name === 'MongooseError' && notConnected.test(error.message)) return true;
  // For a failed bulk write, the driver wraps the actual error.
  const { errorResponse } = error as { errorResponse?: unknown };
  if (errorResponse instanceof Error && errorResponse !== error && isDatabaseAway(errorResponse)) return true;
  const { hasErrorLabel, code } = error as { hasErrorLabel?: (label: string) => boolean; code?: unknown };
  // Only driver errors have labels. In other errors, these codes have other meanings.
  if (typeof hasErrorLabel !== 'function') return false;
  return labels.some((label) => hasErrorLabel.call(error, label)) || codes.has(code as number);
}
