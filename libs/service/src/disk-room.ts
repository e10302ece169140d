import { randomBytes } from 'node:crypto';
import { isOutOfDiskSpace } from '@keyhaven/persistence/out-of-disk-space';
import type { Connection } from 'mongoose';

/**
 * The size of a test document. It is large enough that the database must allocate disk space for
 * it.
 */
const PROBE_BYTES = 65_536;
/**
 * How long the result of a test write is reused, in milliseconds, so that frequent readiness checks
 * cause few writes.
 */
const PROBE_VALID_MS = 1000;

/** Tracks whether the disk of the database is full. */
export interface DiskRoom {
  /** To be called with every error. A full disk makes the service unready. */
  noteFailure(error: unknown): void;
  /**
   * Returns why the service is not ready. Empty if no write has failed because of a full disk, or
   * if there is space again.
   */
  faults(): Promise<string[]>;
}

/**
 * Reports the service as not ready after a write has failed because of a full disk. Each readiness
 * check then attempts a test write, until one succeeds.
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
      // Other errors do not show whether the disk is full.
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
