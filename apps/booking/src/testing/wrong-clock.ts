/** Timers that are not faked: the service must still be able to wait, and its database to answer. */
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

/** Runs `act` while the clock of this process is wrong by so many milliseconds. The database's clock is right. */
export async function withClockWrongBy<Answer>(milliseconds: number, act: () => Promise<Answer>): Promise<Answer> {
  jest.useFakeTimers({ now: Date.now() + milliseconds, doNotFake: [...keptTimers] });
  try {
    return await act();
  } finally {
    jest.useRealTimers();
  }
}
