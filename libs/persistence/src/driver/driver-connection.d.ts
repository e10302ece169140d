/** Parts of the MongoDB driver's connection to the database. They are not part of the driver's public API. */
declare module 'mongodb/lib/cmap/connection' {
  import type { Socket } from 'node:net';

  export interface DriverConnection {
    readonly socket: Socket;
    readonly closed: boolean;
    /** The method through which the commands of all connections pass. */
    command: (
      this: DriverConnection,
      namespace: unknown,
      command: Record<string, unknown>,
      options?: Record<string, unknown>,
      ...rest: unknown[]
    ) => Promise<unknown>;
    /** Closes the connection. Its commands fail with the error. */
    cleanup: (this: DriverConnection, error: Error) => void;
  }
  export const Connection: {
    prototype: DriverConnection;
    new (socket: Socket, options: Record<string, unknown>): DriverConnection;
  };
}
