import type { Collection } from '../../storage/catalog';
import type { Engine } from '../../storage/engine';
import { prefixRange } from '../../storage/records';
import type { Snapshot, Snapshots } from '../../storage/snapshots';
import type { DocumentSource } from './fill-batch';

/**
 * A source of all documents that a collection had at the time of a snapshot.
 * @param use returns the snapshot, before each batch. It throws if the snapshot was closed in the
 * meantime.
 */
export function snapshotSource(
  engine: Engine,
  collection: Collection,
  use: () => ReturnType<Snapshots['use']>,
): DocumentSource {
  const { start, end } = prefixRange(collection.id);
  let after: Buffer | undefined;
  let open: Iterator<{ key: Buffer; value: Buffer }> | undefined;
  let isFinished = false;
  const from = ({ transaction }: Snapshot) =>
    engine.store
      .getRange({ start: after ?? start, end, exclusiveStart: after !== undefined, transaction })
      [Symbol.iterator]();
  const pause = () => {
    open?.return?.();
    open = undefined;
  };
  return {
    step() {
      open ??= from(use());
      const next = open.next();
      isFinished = next.done === true;
      if (next.done) return undefined;
      after = next.value.key;
      return next.value.value;
    },
    pause,
    close: pause,
    holdsMemory: false,
    get isFinished() {
      return isFinished;
    },
  };
}
