import { Batcher } from './batcher';

describe('a batcher', () => {
  it('handles each item once, groups concurrent items, and rejects all items of a failed batch', async () => {
    const batches: number[][] = [];
    const batcher = new Batcher<number>(2, async (items) => {
      batches.push(items);
      await new Promise((resolve) => setImmediate(resolve));
      if (items.includes(13)) throw new Error('unlucky');
    });
    const first = Array.from({ length: 500 }, (_, item) => batcher.add(item + 100));
    await Promise.all(first);
    expect(batches.length).toBeLessThan(10);
    expect(batches.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: 500 }, (_, item) => item + 100));

    const [good, bad] = [batcher.add(12), batcher.add(13)];
    await expect(Promise.allSettled([good, bad])).resolves.toMatchObject([
      { status: 'rejected' },
      { status: 'rejected' },
    ]);
    await expect(batcher.add(14)).resolves.toBeUndefined();
  });
});
