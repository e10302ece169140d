import { encodeDeadLetter, type KafkaDeadLetter } from './dead-letter';
import { LetterHandOver } from './letter-hand-over';

const letter = (offset: number): KafkaDeadLetter => ({
  topic: 'bookings',
  group: 'strict',
  reason: 'no such account',
  partition: 0,
  offset: String(offset),
  dead_utc: '2026-07-01T00:00:00.000Z',
  key: null,
  original: null,
});

describe('delivering the dead letters 10 to 14 again', () => {
  let handed: string[];
  let resolved: string[];
  let handle: (letter: KafkaDeadLetter) => Promise<void>;
  let letters: LetterHandOver;
  let running: boolean;
  beforeEach(() => {
    handed = [];
    resolved = [];
    running = true;
    handle = async ({ offset }) => void handed.push(offset);
    letters = new LetterHandOver({ low: 10n, high: 15n }, (one) => handle(one));
  });
  const take = (...offsets: number[]) =>
    letters.take({
      batch: {
        messages: offsets.map((offset) => ({ offset: String(offset), value: encodeDeadLetter(letter(offset)) })),
      },
      resolveOffset: (offset) => void resolved.push(offset),
      isRunning: () => running,
    });
  /** How it ended, or 'not over'. */
  const outcome = () => Promise.race([letters.over, Promise.resolve('not over')]);
  const done = () => ({ handed, count: letters.handed, next: letters.next });

  it('ends after the last of them, and leaves letters that were written since', async () => {
    await take(10, 11, 12);
    expect(await outcome()).toBe('not over');
    await take(13, 14, 15);
    expect(await outcome()).toBeUndefined();
    expect(done()).toEqual({ handed: ['10', '11', '12', '13', '14'], count: 5, next: 15n });
  });

  it('passes letters that arrive again, without delivering them again', async () => {
    await take(10, 11);
    resolved = [];
    await take(10, 11);
    expect({ resolved, ...done() }).toEqual({ resolved: ['10', '11'], handed: ['10', '11'], count: 2, next: 12n });
  });

  it('counts only delivered letters when the first were deleted meanwhile', async () => {
    await take(13, 14);
    expect(await outcome()).toBeUndefined();
    expect(done()).toEqual({ handed: ['13', '14'], count: 2, next: 15n });
  });

  it('ends when all of them were deleted and later ones arrive', async () => {
    await take(15, 16);
    expect(await outcome()).toBeUndefined();
    expect(done()).toEqual({ handed: [], count: 0, next: 10n });
  });

  it.each([
    ['the topic begins behind them', { low: 15n, high: 15n }, undefined],
    ['the topic begins behind them and has later ones', { low: 15n, high: 17n }, undefined],
    ['the topic was created again', { low: 0n, high: 0n }, undefined],
    ['the topic ends at what is done', { low: 0n, high: 12n }, undefined],
    ['the last is still there', { low: 14n, high: 15n }, 'not over'],
    ['more were written', { low: 10n, high: 20n }, 'not over'],
  ])('decides whether it is over when %s', async (_case, now, expected) => {
    await take(10, 11);
    await letters.compare(now);
    expect(await outcome()).toBe(expected);
    expect(letters.next).toBe(12n);
  });

  it('does not end while a letter is being handled, even if all of them were deleted', async () => {
    let finish!: () => void;
    handle = () => new Promise((resolve) => (finish = resolve));
    const taken = take(14);
    const compared = letters.compare({ low: 15n, high: 15n });
    // The handler is called in the next turn.
    await Promise.resolve();
    expect(await outcome()).toBe('not over');
    finish();
    await Promise.all([taken, compared]);
    expect(await outcome()).toBeUndefined();
    expect(letters.handed).toBe(1);
  });

  it('stops at the letter whose handler fails', async () => {
    const failure = new Error('the store is away');
    handle = ({ offset }) => (offset === '12' ? Promise.reject(failure) : Promise.resolve());
    await take(10, 11, 12, 13);
    expect(await outcome()).toBe(failure);
    await take(12, 13);
    expect({ resolved, ...done() }).toEqual({ resolved: ['10', '11'], handed: [], count: 2, next: 12n });
  });

  it('finishes only the current letter when it is stopped', async () => {
    let finish!: () => void;
    handle = () => new Promise((resolve) => (finish = resolve));
    const taken = take(10, 11);
    await Promise.resolve();
    const why = new Error('the bus is closed');
    letters.stop(why);
    expect(await outcome()).toBe('not over');
    finish();
    await taken;
    expect(await letters.over).toBe(why);
    expect({ count: letters.handed, next: letters.next }).toEqual({ count: 1, next: 11n });
  });

  it('delivers nothing after the reader stopped', async () => {
    running = false;
    await take(10);
    expect({ resolved, ...done() }).toEqual({ resolved: [], handed: [], count: 0, next: 10n });
  });
});
