import { DeadLetterRedrive } from './dead-letter-redrive';
import { watchRedrive } from './watch-redrive';

describe('watchRedrive', () => {
  const range = { low: 0n, high: 3n };
  const longestMs = 1000;
  let redrive: DeadLetterRedrive;
  beforeEach(() => {
    jest.useFakeTimers({ now: 0, doNotFake: ['nextTick', 'queueMicrotask'] });
    redrive = new DeadLetterRedrive(range, () => Promise.resolve());
  });
  afterEach(() => jest.useRealTimers());
  const outcome = () => Promise.race([redrive.finished, Promise.resolve().then(() => 'not over')]);

  it('ends the redrive without an error if all dead letters were deleted', async () => {
    await watchRedrive(redrive, () => Promise.resolve({ low: 3n, high: 3n }), longestMs)();
    expect(await outcome()).toBeUndefined();
  });

  it('stops the redrive if no dead letter arrives within the time limit', async () => {
    const look = watchRedrive(redrive, () => Promise.resolve(range), longestMs);
    jest.setSystemTime(longestMs);
    await look();
    expect(await outcome()).toBe('not over');
    jest.setSystemTime(longestMs + 1);
    await look();
    expect(await redrive.finished).toEqual(new Error('no dead letter arrived for 1001 ms'));
  });

  it('restarts the time limit after each dead letter that arrives', async () => {
    const look = watchRedrive(redrive, () => Promise.resolve(range), longestMs);
    redrive.next = 1n;
    jest.setSystemTime(longestMs + 1);
    await look();
    expect(await outcome()).toBe('not over');
  });

  it('stops the redrive if the offsets of the topic cannot be read', async () => {
    const failure = new Error('no broker answers');
    await watchRedrive(redrive, () => Promise.reject(failure), longestMs)();
    expect(await redrive.finished).toBe(failure);
  });
});
