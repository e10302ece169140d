import { randomBytes } from 'node:crypto';
import { isOutOfDiskSpace } from '@keyhaven/persistence/out-of-disk-space';
import type { Connection } from 'mongoose';

/** Large enough that the database must allocate new disk space. */
const PROBE_BYTES = 65_536;
/** How long the result of a probe is used, in milliseconds, so that frequent readiness checks cause few writes. */
const PROBE_COUNTS_MS = 1000;

/** Knows whether the database's disk is full. */
export interface DiskRoom {
  /** Receives any failure, and remembers whether the disk was full. */
  noteFailure(error: unknown): void;
  /** Why the service is not ready; empty unless a write found the disk full. */
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
      // Any other failure says nothing about disk space.
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
