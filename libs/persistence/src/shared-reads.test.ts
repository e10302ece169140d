import { SharedReads } from './shared-reads';

/**
 * A record whose reads return only when the test resolves them. Each read returns the value that
 * the record had when the read was sent.
 */
function slowRecord() {
  const record = { value: 0 };
  const sent: (() => void)[] = [];
  const read = () => {
    const { value } = record;
    return new Promise<number>((resolve) => sent.push(() => resolve(value)));
  };
  return { record, sent, read };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

type Share = (key: string, work: () => Promise<number>) => Promise<number>;

/**
 * Sends many requests, each after a write. Returns the number of requests whose value was older
 * than their write.
 */
async function countStale(share: Share): Promise<number> {
  const { record, sent, read } = slowRecord();
  const answers: { atLeast: number; got: Promise<number> }[] = [];
  for (let step = 0; step < 60; step++) {
    record.value++;
    for (let request = 0; request < 1 + (step % 3); request++) {
      answers.push({ atLeast: record.value, got: share('one', read) });
    }
    if (step % 4 === 3) sent.shift()?.();
    await turn();
  }
  while (sent.length > 0) {
    sent.shift()!();
    await turn();
  }
  const stale = await Promise.all(answers.map(async ({ atLeast, got }) => (await got) < atLeast));
  return stale.filter(Boolean).length;
}

describe('SharedReads', () => {
  it('sends one read for all requests that wait for the current read to end', async () => {
    const reads = new SharedReads<number>('things');
    const { sent, read } = slowRecord();
    const first = reads.read('one', read);
    const later = Array.from({ length: 20 }, () => reads.read('one', read));
    expect(sent).toHaveLength(1);
    sent[0]!();
    await first;
    await turn();
    expect(sent).toHaveLength(2);
    sent[1]!();
    expect(await Promise.all(later)).toEqual(Array.from({ length: 20 }, () => 0));
  });

  it('never returns a value that is older than the request', async () => {
    const reads = new SharedReads<number>('things');
    expect(await countStale((key, work) => reads.read(key, work))).toBe(0);
  });

  it('would return outdated values if a request could join a read in progress', async () => {
    const running = new Map<string, Promise<number>>();
    const shareRunning: Share = (key, work) => {
      const result = running.get(key) ?? work().finally(() => running.delete(key));
      running.set(key, result);
      return result;
    };
    expect(await countStale(shareRunning)).toBeGreaterThan(0);
  });

  it('does not make reads of different keys wait for each other', async () => {
    const reads = new SharedReads<number>('things');
    const { sent, read } = slowRecord();
    void reads.read('one', read);
    const other = reads.read('other', () => Promise.resolve(7));
    expect([await other, sent.length]).toEqual([7, 1]);
  });

  it('sends a new read for later requests when a read fails', async () => {
    const reads = new SharedReads<number>('things');
    let fail: (error: Error) => void = () => {};
    const failing = reads.read('one', () => new Promise((_resolve, reject) => (fail = reject)));
    const later = reads.read('one', () => Promise.resolve(1));
    fail(new Error('the database is away'));
    await expect(failing).rejects.toThrow('the database is away');
    expect(await later).toBe(1);
    expect(await reads.read('one', () => Promise.resolve(2))).toBe(2);
  });
});
