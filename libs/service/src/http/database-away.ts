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

/** Labels that server and driver put on errors that another attempt gets over. */
const labels = ['RetryableWriteError', 'TransientTransactionError', 'ResetPool'];

/** What a server answers while it shuts down, is no longer or not yet primary, or waits for the others in vain. */
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

/** Whether a failure is the database's absence or change of primary, over in a moment: not a fault of the program. */
export function isDatabaseAway(error: Error): boolean {
  if (names.has(error.name)) return true;
  const { hasErrorLabel, code } = error as { hasErrorLabel?: (label: string) => boolean; code?: unknown };
  // Only the driver's errors have labels; the codes mean something else on anybody else's.
  if (typeof hasErrorLabel !== 'function') return false;
  return labels.some((label) => hasErrorLabel.call(error, label)) || codes.has(code as number);
}
