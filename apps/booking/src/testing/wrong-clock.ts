/** What goes on as it is while the clock is wrong: the service waits, and its database answers. */
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

/** Does something while this process's clock is wrong by so many milliseconds. The database's clock is right. */
export async function withClockWrongBy<Answer>(milliseconds: number, act: () => Promise<Answer>): Promise<Answer> {
  jest.useFakeTimers({ now: Date.now() + milliseconds, doNotFake: [...keptTimers] });
  try {
    return await act();
  } finally {
    jest.useRealTimers();
  }
}
