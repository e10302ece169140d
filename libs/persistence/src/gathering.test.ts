import { setImmediate as turn } from 'node:timers/promises';
import { Gathering } from './gathering';

/**
 * Returns a function that answers a batch of calls with their doubled numbers. The answers wait until
 * `release` is called. `batches` contains the numbers of each batch.
 */
function doubling() {
  const batches: number[][] = [];
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const answerAll = async (items: readonly number[]) => {
    batches.push([...items]);
    await released;
    if (items.includes(13)) throw new Error('away');
    return items.map((item) => item * 2);
  };
  return { batches, answerAll, release };
}

describe('gathered calls', () => {
  it('run as one batch if they are of the same kind and start in the same turn of the event loop', async () => {
    const { batches, answerAll, release } = doubling();
    const gathering = new Gathering();
    const calls = [1, 2, 3].map((item) => gathering.gather(item === 3 ? 'b' : 'a', item, answerAll));
    release();
    expect(await Promise.all(calls)).toEqual([2, 4, 6]);
    expect(batches).toEqual([[1, 2], [3]]);
  });

  it('are sent while the batch of an earlier turn of the event loop is still running', async () => {
    const { batches, answerAll, release } = doubling();
    const gathering = new Gathering();
    const calls = [gathering.gather('a', 1, answerAll)];
    await turn();
    calls.push(gathering.gather('a', 2, answerAll));
    await turn();
    expect(batches).toEqual([[1], [2]]);
    release();
    expect(await Promise.all(calls)).toEqual([2, 4]);
  });
});

describe('serially gathered calls', () => {
  it('are collected while earlier calls of the same kind are running', async () => {
    const { batches, answerAll, release } = doubling();
    const gathering = new Gathering(true);
    const calls = [gathering.gather('a', 1, answerAll)];
    await turn();
    for (const item of [2, 3]) {
      calls.push(gathering.gather('a', item, answerAll));
      await turn();
    }
    expect(batches).toEqual([[1]]);
    release();
    expect(await Promise.all(calls)).toEqual([2, 4, 6]);
    expect(batches).toEqual([[1], [2, 3]]);
    expect(await gathering.gather('a', 4, answerAll)).toBe(8);
  });

  it('continue after a batch failed, and only the callers of that batch receive its error', async () => {
    const { answerAll, release } = doubling();
    const gathering = new Gathering(true);
    const failing = gathering.gather('a', 13, answerAll);
    await turn();
    const next = gathering.gather('a', 2, answerAll);
    release();
    await expect(failing).rejects.toThrow('away');
    expect(await next).toBe(4);
  });
});
