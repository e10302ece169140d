/**
 * The method of the MongoDB driver through which the commands of all connections pass. It is not
 * part of the driver's public API.
 */
declare module 'mongodb/lib/cmap/connection' {
  export interface DriverConnection {
    command: (
      this: DriverConnection,
      namespace: unknown,
      command: Record<string, unknown>,
      options?: Record<string, unknown>,
      ...rest: unknown[]
    ) => Promise<unknown>;
  }
  export const Connection: { prototype: DriverConnection };
}
