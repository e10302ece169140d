import { randomBytes } from 'node:crypto';
import { isOutOfDiskSpace } from '@keyhaven/persistence/out-of-disk-space';
import type { Connection } from 'mongoose';

/** Large enough that the database must allocate new disk space. */
const PROBE_BYTES = 65_536;
/** How long a probe's result is reused, in milliseconds, so that frequent readiness checks cause few writes. */
const PROBE_VALID_MS = 1000;

/** Tracks whether the database's disk is full. */
export interface DiskRoom {
  /** Call this with every failure. It remembers whether the disk was full. */
  noteFailure(error: unknown): void;
  /** Reasons why the service is not ready. Empty unless a write failed because the disk was full. */
  faults(): Promise<string[]>;
}

/**
 * Reports the service as not ready after a write failed on a full disk. Each readiness check then tries a test write,
 * until one succeeds.
 */
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
      // Other failures do not show whether there is disk space.
      () => {},
    );
    setTimeout(() => (probing = undefined), PROBE_VALID_MS).unref();
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
