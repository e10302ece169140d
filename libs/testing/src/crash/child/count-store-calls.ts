import { Connection, type DriverConnection } from 'mongodb/lib/cmap/connection';
import { countedCall } from './counted-calls';
import type { Sabotage, StoreCommand } from './sabotage';

/** Commands that the driver sends by itself, on new connections and periodically. */
const housekeeping = new Set(['hello', 'ismaster', 'isMaster', 'ping', 'endSessions', 'saslStart', 'saslContinue']);

/**
 * Counts every command of the MongoDB driver. The process can be killed at two moments of a command:
 * before it is written to the socket, and after the reply was read. The driver's own command
 * monitoring reports these moments too late.
 */
export function countStoreCalls(sabotage: Sabotage): void {
  const { prototype } = Connection;
  const original = prototype.command;
  prototype.command = function (this: DriverConnection, namespace, command, options, ...rest) {
    const send = (counted: StoreCommand, how?: 'separately'): Promise<unknown> => {
      const name = Object.keys(counted)[0]!;
      const itsOptions = how === 'separately' ? { ...options, session: undefined } : options;
      const call = () => original.call(this, namespace, counted, itsOptions, ...rest);
      return housekeeping.has(name) ? call() : countedCall(`${name} ${String(counted[name])}`, call);
    };
    return sabotage.store(command, send);
  };
}
