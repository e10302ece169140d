/** Errors of the driver that mean that no server, or no primary, could be reached. */
const names = new Set([
  'MongoServerSelectionError',
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongooseServerSelectionError',
  'MongoPoolClearedError',
  'MongoNotConnectedError',
  'MongoTopologyClosedError',
  'PoolClearedOnNetworkError',
]);

/** Labels on errors for which the server or the driver recommends a retry. */
const labels = ['RetryableWriteError', 'TransientTransactionError', 'ResetPool'];

/** Error codes of a server that shuts down, is not primary, or gets no answer from the other members. */
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

/** Whether a failure is temporary, because the database is unavailable or changes its primary, and not a bug. */
export function isDatabaseAway(error: Error): boolean {
  if (names.has(error.name)) return true;
  // The driver wraps every failure of a bulk write.
  const { errorResponse } = error as { errorResponse?: unknown };
  if (errorResponse instanceof Error && errorResponse !== error && isDatabaseAway(errorResponse)) return true;
  const { hasErrorLabel, code } = error as { hasErrorLabel?: (label: string) => boolean; code?: unknown };
  // Only the driver's errors have labels, and on other errors the codes have other meanings.
  if (typeof hasErrorLabel !== 'function') return false;
  return labels.some((label) => hasErrorLabel.call(error, label)) || codes.has(code as number);
}
