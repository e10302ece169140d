import { Int32 } from 'bson';
import type { MongoError } from '../errors/mongo-error';
import { compileSort } from '../sort/sort-key';
import { MemoryBudget } from '../storage/memory-budget';
import { encode } from '../values/encode';
import { SortedRecords } from './sorted-records';

const sorter = compileSort({ n: 1 });
const record = (n: number) => ({ id: n, raw: encode({ n }) });
const code = (run: () => void) => {
  try {
    run();
    return undefined;
  } catch (error) {
    return (error as MongoError).code;
  }
};

describe('SortedRecords', () => {
  it('returns the records in order, without the skipped records', () => {
    const sorted = new SortedRecords(new MemoryBudget(), sorter, Infinity);
    for (const n of [3, 1, 2, 5, 4]) sorted.add(record(n), [new Int32(n)]);
    sorted.finish(2);
    expect([sorted.next(), sorted.next(), sorted.next(), sorted.next()]).toEqual([
      expect.objectContaining(record(3)),
      expect.objectContaining(record(4)),
      expect.objectContaining(record(5)),
      undefined,
    ]);
  });

  it('drops records beyond the limit while it collects records, to save memory', () => {
    const budget = new MemoryBudget();
    const sorted = new SortedRecords(budget, sorter, 3);
    let most = 0;
    for (let n = 10_000; n > 0; n--) {
      sorted.add(record(n), [new Int32(n)]);
      most = Math.max(most, budget.held);
    }
    sorted.finish(0);
    expect([sorted.next()?.id, sorted.next()?.id, sorted.next()?.id]).toEqual([1, 2, 3]);
    expect(most).toBeLessThan(200_000);
    sorted.close();
    expect(budget.held).toBe(0);
  });

  it('counts the memory overhead of each record towards the memory limit', () => {
    const budget = new MemoryBudget();
    const sorted = new SortedRecords(budget, sorter, Infinity);
    const small = record(1);
    let added = 0;
    const add = () => {
      for (; added < 2_000_000; added++) sorted.add(small, [small.id]);
    };
    expect(code(add)).toBe(292);
    // If only the bytes of the records were counted, six million records would fit into the limit
    // of 100 MB.
    expect(added).toBeLessThan(600_000);
    sorted.close();
    expect(budget.held).toBe(0);
  });

  it('shares a memory limit with other sorts', () => {
    const budget = new MemoryBudget(100_000);
    const [one, other] = [new SortedRecords(budget, sorter, Infinity), new SortedRecords(budget, sorter, Infinity)];
    for (let n = 0; n < 200; n++) one.add(record(n), [new Int32(n)]);
    const addAll = () => {
      for (let n = 0; n < 200; n++) other.add(record(n), [new Int32(n)]);
    };
    expect(code(addAll)).toBe(146);
    other.close();
    one.close();
    expect([budget.held, code(addAll)]).toEqual([0, undefined]);
  });
});
