import { Connection, type DriverConnection } from 'mongodb/lib/cmap/connection';

/**
 * Counts the commands that this process sends to the database until `end` is called.
 * @param counts a function that returns whether a command is counted. By default, all commands are
 * counted.
 */
export function countStoreCommands(counts: (command: Record<string, unknown>) => boolean = () => true): {
  end(): number;
} {
  const { prototype } = Connection;
  const original = prototype.command;
  let count = 0;
  prototype.command = function (this: DriverConnection, ...request) {
    if (counts(request[1])) count++;
    return original.apply(this, request);
  };
  return {
    end: () => {
      prototype.command = original;
      return count;
    },
  };
}
