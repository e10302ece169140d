import { mongo } from 'mongoose';
import { Connection, type DriverConnection } from 'mongodb/lib/cmap/connection';

const writes = ['findAndModify', 'insert', 'update', 'delete'];

/** Makes every write of this process fail as if the disk were full, until the returned function is called. */
export function fillDisk(): () => void {
  const { prototype } = Connection;
  const original = prototype.command;
  prototype.command = function (this: DriverConnection, namespace, command, ...rest) {
    if (!writes.some((name) => name in command)) return original.call(this, namespace, command, ...rest);
    return Promise.reject(
      new mongo.MongoServerError({ message: 'no space left on device', code: 14031, codeName: 'OutOfDiskSpace' }),
    );
  };
  return () => {
    prototype.command = original;
  };
}
