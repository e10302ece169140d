/** Names of driver errors that mean that no server, or no primary, could be reached. */
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

/** Messages of Mongoose errors that have no name of their own: the connection is not open or was closed. */
const notConnected = /buffering timed out|force closed|before initial connection/;

/** Labels on errors for which the server or the driver recommends a retry. */
const labels = ['RetryableWriteError', 'TransientTransactionError', 'ResetPool'];

/** Error codes of a server that is shutting down, is not primary, or cannot reach the other members. */
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
 * Whether an error is temporary, because the database is unavailable or its primary is changing. Other errors are bugs.
 */
export function isDatabaseAway(error: Error): boolean {
  if (names.has(error.name)) return true;
  if (error.name === 'MongooseError' && notConnected.test(error.message)) return true;
  // The driver wraps the cause of a failed bulk write.
  const { errorResponse } = error as { errorResponse?: unknown };
  if (errorResponse instanceof Error && errorResponse !== error && isDatabaseAway(errorResponse)) return true;
  const { hasErrorLabel, code } = error as { hasErrorLabel?: (label: string) => boolean; code?: unknown };
  // Only the driver's errors have labels. On other errors, these codes would mean something else.
  if (typeof hasErrorLabel !== 'function') return false;
  return labels.some((label) => hasErrorLabel.call(error, label)) || codes.has(code as number);
}
