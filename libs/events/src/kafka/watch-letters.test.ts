import { LetterHandOver } from './letter-hand-over';
import { watchLetters } from './watch-letters';

describe('watchLetters', () => {
  const range = { low: 0n, high: 3n };
  const longestMs = 1000;
  let letters: LetterHandOver;
  beforeEach(() => {
    jest.useFakeTimers({ now: 0, doNotFake: ['nextTick', 'queueMicrotask'] });
    letters = new LetterHandOver(range, () => Promise.resolve());
  });
  afterEach(() => jest.useRealTimers());
  const outcome = () => Promise.race([letters.over, Promise.resolve().then(() => 'not over')]);

  it('ends without an error when all letters were deleted', async () => {
    await watchLetters(letters, () => Promise.resolve({ low: 3n, high: 3n }), longestMs)();
    expect(await outcome()).toBeUndefined();
  });

  it('waits as long as a working reader can be silent, and then gives up', async () => {
    const look = watchLetters(letters, () => Promise.resolve(range), longestMs);
    jest.setSystemTime(longestMs);
    await look();
    expect(await outcome()).toBe('not over');
    jest.setSystemTime(longestMs + 1);
    await look();
    expect(await letters.over).toEqual(new Error('no dead letter came for 1001 ms'));
  });

  it('counts the time from the last letter that arrived', async () => {
    const look = watchLetters(letters, () => Promise.resolve(range), longestMs);
    letters.next = 1n;
    jest.setSystemTime(longestMs + 1);
    await look();
    expect(await outcome()).toBe('not over');
  });

  it('gives up when the range of the topic cannot be read', async () => {
    const failure = new Error('no broker answers');
    await watchLetters(letters, () => Promise.reject(failure), longestMs)();
    expect(await letters.over).toBe(failure);
  });
});
