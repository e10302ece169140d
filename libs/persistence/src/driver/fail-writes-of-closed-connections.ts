import { Connection, type DriverConnection } from 'mongodb/lib/cmap/connection';

/**
 * Repairs a fault of the MongoDB driver (seen in 7.8.0, and still present in 7.9.0). If `socket.write` returns false,
 * the driver waits for the event `drain` or `error` of the socket. A socket that the database has just closed emits
 * neither, but only `close`, so the command never ends. If the command is a heartbeat, the process never learns that
 * the database has restarted, and all its requests fail. Any other command blocks its request for ever.
 *
 * This function makes the waiting and later writes of a connection that closes fail. Call it once, before the first
 * connection is opened.
 */
export function failWritesOfClosedConnections(): void {
  const { prototype } = Connection;
  const original = prototype.cleanup;
  if (repaired.has(original)) return;
  const cleanup = function (this: DriverConnection, error: Error) {
    const wasClosed = this.closed;
    original.call(this, error);
    if (wasClosed) return;
    this.socket.write = () => {
      throw error;
    };
    // The driver itself listens for this event, so it is never an uncaught error.
    this.socket.emit('error', error);
  };
  repaired.add(cleanup);
  prototype.cleanup = cleanup;
}

const repaired = new WeakSet<DriverConnection['cleanup']>();
