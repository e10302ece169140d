import { randomBytes } from 'node:crypto';
import { isOutOfDiskSpace } from '@keyhaven/persistence/out-of-disk-space';
import type { Connection } from 'mongoose';

/** Larger than what a database fits into pages that it has already. */
const PROBE_BYTES = 65_536;
/** How long a probe counts, in milliseconds: frequent questions do not cause as many writes. */
const PROBE_COUNTS_MS = 1000;

/** What is known of the room on the database's disk. */
export interface DiskRoom {
  /** Takes note of a failure, whatever it was. */
  noteFailure(error: unknown): void;
  /** Why the service is not ready; empty when there is room as far as anybody noticed. */
  faults(): Promise<string[]>;
}

/** After a write failed because the disk is full, each readiness check tries a write until one succeeds. */
export function watchDiskRoom(connection: Connection): DiskRoom {
  let isFull = false;
  let probing: Promise<void> | undefined;
  const probe = async () => {
    const probes = connection.collection<{ _id: string; filler: Buffer }>('readiness_probes');
    const filler = randomBytes(PROBE_BYTES);
    await probes.replaceOne({ _id: 'disk room' }, { filler }, { upsert: true }).then(
      () => {
        isFull = false;
      },
      // Any other failure says nothing about the room.
      () => {},
    );
    setTimeout(() => (probing = undefined), PROBE_COUNTS_MS).unref();
  };
  return {
    noteFailure: (error) => {
      if (isOutOfDiskSpace(error)) isFull = true;
    },
    faults: async () => {
      if (isFull) await (probing ??= probe());
      return isFull ? ['the disk of the database is full'] : [];
    },
  };
}
