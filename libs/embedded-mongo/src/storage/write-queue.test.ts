import { MongoError } from '../errors/mongo-error';
import { WriteQueue } from './write-queue';

/**
 * A queue with a fake store, which counts transactions and rollbacks, and fails if `fails` is set.
 */
function queueOn(store: { transactions: number; fails?: Error; takenBack: number }): WriteQueue {
  return new WriteQueue(
    (body) => {
      store.transactions++;
      body();
      if (store.fails) throw store.fails;
    },
    () => store.takenBack++,
  );
}

describe('WriteQueue', () => {
  it('uses one transaction for all jobs that are added at the same time, and keeps the order of the jobs', async () => {
    const store = { transactions: 0, takenBack: 0 };
    const queue = queueOn(store);
    const order: number[] = [];
    const answers = await Promise.all([1, 2, 3].map((n) => queue.add(() => order.push(n))));
    expect([order, answers, store.transactions]).toEqual([[1, 2, 3], [1, 2, 3], 1]);
  });

  it('resolves a job only after its transaction is committed', async () => {
    const answered: string[] = [];
    const queue = new WriteQueue(
      (body) => {
        body();
        expect(answered).toEqual([]);
      },
      () => undefined,
    );
    await queue.add(() => 'x').then((answer) => answered.push(answer));
    expect(answered).toEqual(['x']);
  });

  it('rejects only the job that throws a MongoError, and commits the other jobs', async () => {
    const store = { transactions: 0, takenBack: 0 };
    const queue = queueOn(store);
    const refused = queue.add(() => {
      throw new MongoError(11000, 'DuplicateKey', 'taken');
    });
    const done = queue.add(() => 'done');
    await expect(refused).rejects.toThrow('taken');
    await expect(done).resolves.toBe('done');
    expect(store.takenBack).toBe(0);
  });

  it('rejects all jobs of a transaction that could not be written', async () => {
    const store = { transactions: 0, takenBack: 0, fails: new Error('disk full') };
    const queue = queueOn(store);
    const results = await Promise.allSettled([queue.add(() => 1), queue.add(() => 2)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(store.takenBack).toBe(1);
  });

  it('rejects all waiting jobs if a transaction cannot begin', async () => {
    const queue = new WriteQueue(
      () => {
        throw new Error('no room');
      },
      () => undefined,
    );
    const results = await Promise.allSettled([queue.add(() => 1), queue.add(() => 2)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(queue.isIdle).toBe(true);
  });

  it('rolls back the transaction if a job throws an error other than a MongoError', async () => {
    const store = { transactions: 0, takenBack: 0 };
    const queue = queueOn(store);
    const broken = queue.add(() => {
      throw new TypeError('a fault in the program');
    });
    await expect(broken).rejects.toThrow(TypeError);
    expect(store.takenBack).toBe(1);
    await expect(queue.add(() => 'goes on')).resolves.toBe('goes on');
  });
});
