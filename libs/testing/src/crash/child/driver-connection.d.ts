/**
 * The one method of the MongoDB driver that all commands of all connections go through. It is not part of the driver's
 * public interface.
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
