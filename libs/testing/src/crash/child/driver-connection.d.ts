/** The one place of the MongoDB driver that every command of every connection passes: it is not part of its interface. */
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
