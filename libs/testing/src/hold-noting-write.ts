import { Connection, type DriverConnection } from 'mongodb/lib/cmap/connection';

/** A write that is paused just before it is sent to the database. */
export interface HeldWrite {
  isHeld: Promise<void>;
  /** Lets the paused write continue. */
  release(): void;
  /** Stops intercepting writes, whether or not a write was paused. */
  end(): void;
}

/**
 * Pauses the next write of this process that stores an Idempotency-Key, as if the process were
 * suspended before the write.
 */
export function holdNotingWrite(): HeldWrite {
  const { prototype } = Connection;
  const original = prototype.command;
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  let hold = () => {};
  const isHeld = new Promise<void>((resolve) => (hold = resolve));
  const end = () => {
    prototype.command = original;
  };
  prototype.command = async function (this: DriverConnection, namespace, command, ...rest) {
    if (isNoting(command) && prototype.command !== original) {
      end();
      hold();
      await isReleased;
    }
    return original.call(this, namespace, command, ...rest);
  };
  return { isHeld, release, end };
}

function isNoting({ findAndModify, update }: Record<string, unknown>): boolean {
  return findAndModify !== undefined && Array.isArray(update) && JSON.stringify(update).includes('"request_hash"');
}
