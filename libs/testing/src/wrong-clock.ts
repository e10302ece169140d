/**
 * Timer functions that are not replaced by fake ones, because the service and its database need
 * them.
 */
const keptTimers = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

/**
 * Runs `act` while the clock of this process is wrong by `milliseconds`. The clock of the database
 * remains correct.
 */
export async function withClockWrongBy<Answer>(milliseconds: number, act: () => Promise<Answer>): Promise<Answer> {
  jest.useFakeTimers({ now: Date.now() + milliseconds, doNotFake: [...keptTimers] });
  try {
    return await act();
  } finally {
    jest.useRealTimers();
  }
}
