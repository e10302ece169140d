import { encodeDeadLetter, type KafkaDeadLetter } from './dead-letter';
import { DeadLetterRedrive } from './dead-letter-redrive';

const deadLetter = (offset: number): KafkaDeadLetter => ({
  topic: 'bookings',
  group: 'strict',
  reason: 'no such account',
  partition: 0,
  offset: String(offset),
  dead_utc: '2026-07-01T00:00:00.000Z',
  key: null,
  original: null,
});

describe('a redrive of dead letters at offsets 10 to 14', () => {
  let handed: string[];
  let resolved: string[];
  let handle: (deadLetter: KafkaDeadLetter) => Promise<void>;
  let redrive: DeadLetterRedrive;
  let running: boolean;
  beforeEach(() => {
    handed = [];
    resolved = [];
    running = true;
    handle = async ({ offset }) => void handed.push(offset);
    redrive = new DeadLetterRedrive({ low: 10n, high: 15n }, (one) => handle(one));
  });
  const take = (...offsets: number[]) =>
    redrive.handleBatch({
      batch: {
        messages: offsets.map((offset) => ({ offset: String(offset), value: encodeDeadLetter(deadLetter(offset)) })),
      },
      resolveOffset: (offset) => void resolved.push(offset),
      isRunning: () => running,
    });
  /** The result of the redrive, or 'not over' while it is running. */
  const outcome = () => Promise.race([redrive.finished, Promise.resolve('not over')]);
  const done = () => ({ handed, count: redrive.handled, next: redrive.next });

  it('ends after offset 14, and does not deliver dead letters written after the redrive started', async () => {
    await take(10, 11, 12);
    expect(await outcome()).toBe('not over');
    await take(13, 14, 15);
    expect(await outcome()).toBeUndefined();
    expect(done()).toEqual({ handed: ['10', '11', '12', '13', '14'], count: 5, next: 15n });
  });

  it('does not deliver a dead letter again if Kafka delivers the same batch twice', async () => {
    await take(10, 11);
    resolved = [];
    await take(10, 11);
    expect({ resolved, ...done() }).toEqual({ resolved: ['10', '11'], handed: ['10', '11'], count: 2, next: 12n });
  });

  it('does not count dead letters that were deleted before they were delivered', async () => {
    await take(13, 14);
    expect(await outcome()).toBeUndefined();
    expect(done()).toEqual({ handed: ['13', '14'], count: 2, next: 15n });
  });

  it('ends without delivering anything if only dead letters from offset 15 on still exist', async () => {
    await take(15, 16);
    expect(await outcome()).toBeUndefined();
    expect(done()).toEqual({ handed: [], count: 0, next: 10n });
  });

  it.each([
    ['the topic now starts at offset 15', { low: 15n, high: 15n }, undefined],
    ['the topic now starts at offset 15 and has later dead letters', { low: 15n, high: 17n }, undefined],
    ['the topic was created again', { low: 0n, high: 0n }, undefined],
    ['the topic now ends at the first dead letter that is not handled', { low: 0n, high: 12n }, undefined],
    ['the dead letter at offset 14 is still stored', { low: 14n, high: 15n }, 'not over'],
    ['later dead letters were written', { low: 10n, high: 20n }, 'not over'],
  ])('ends before offset 14 only if the remaining dead letters were deleted: %s', async (_case, now, expected) => {
    await take(10, 11);
    await redrive.checkRange(now);
    expect(await outcome()).toBe(expected);
    expect(redrive.next).toBe(12n);
  });

  it('does not end while a dead letter is being handled, even if all dead letters were deleted', async () => {
    let finish!: () => void;
    handle = () => new Promise((resolve) => (finish = resolve));
    const taken = take(14);
    const compared = redrive.checkRange({ low: 15n, high: 15n });
    // The handler is called in the next microtask.
    await Promise.resolve();
    expect(await outcome()).toBe('not over');
    finish();
    await Promise.all([taken, compared]);
    expect(await outcome()).toBeUndefined();
    expect(redrive.handled).toBe(1);
  });

  it('ends with the error of a handler, and keeps the failed dead letter and the later ones', async () => {
    const failure = new Error('the store is away');
    handle = ({ offset }) => (offset === '12' ? Promise.reject(failure) : Promise.resolve());
    await take(10, 11, 12, 13);
    expect(await outcome()).toBe(failure);
    await take(12, 13);
    expect({ resolved, ...done() }).toEqual({ resolved: ['10', '11'], handed: [], count: 2, next: 12n });
  });

  it('finishes only the current dead letter when it is stopped', async () => {
    let finish!: () => void;
    handle = () => new Promise((resolve) => (finish = resolve));
    const taken = take(10, 11);
    await Promise.resolve();
    const why = new Error('the bus is closed');
    redrive.stop(why);
    expect(await outcome()).toBe('not over');
    finish();
    await taken;
    expect(await redrive.finished).toBe(why);
    expect({ count: redrive.handled, next: redrive.next }).toEqual({ count: 1, next: 11n });
  });

  it('delivers nothing after its Kafka reader stopped', async () => {
    running = false;
    await take(10);
    expect({ resolved, ...done() }).toEqual({ resolved: [], handed: [], count: 0, next: 10n });
  });
});
