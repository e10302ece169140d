import { setTimeout } from 'node:timers/promises';
import { inGroups } from './in-groups';

const items = Array.from({ length: 40 }, (_, number) => number);

describe('inGroups', () => {
  it('works on all items, and on 16 items at the same time', async () => {
    let running = 0;
    let most = 0;
    const done: number[] = [];
    await inGroups(items, async (item) => {
      most = Math.max(most, ++running);
      await setTimeout(1);
      running--;
      done.push(item);
    });
    expect(most).toBe(16);
    expect(done.sort((a, b) => a - b)).toEqual(items);
  });

  it('fails only after the other work of the group has ended, and begins no other group', async () => {
    const done: number[] = [];
    const failed = inGroups(items, async (item) => {
      if (item === 3) throw new Error('the disk is full');
      await setTimeout(1);
      done.push(item);
    });
    await expect(failed).rejects.toThrow('the disk is full');
    expect(done.sort((a, b) => a - b)).toEqual(items.slice(0, 16).filter((item) => item !== 3));
  });
});
