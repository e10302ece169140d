import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/**
 * A connection from which the server reads the given bytes, and then the bytes that the client sends. It has the
 * address of the client's socket, and ends when the socket ends.
 */
export class RenamedConnection extends Duplex {
  private timer: NodeJS.Timeout | undefined;
  private isRetired = false;
  private readonly socketListeners = {
    data: (chunk: Buffer) => {
      this.touch();
      if (!this.push(chunk)) this.socket.pause();
    },
    end: () => void this.push(null),
    close: () => void this.destroy(),
    error: (error: Error) => void this.destroy(error),
  };

  constructor(
    readonly socket: Socket,
    first: Buffer,
  ) {
    super({ allowHalfOpen: true });
    this.push(first);
    for (const [event, listener] of Object.entries(this.socketListeners)) socket.on(event, listener);
  }

  get remoteAddress(): string | undefined {
    return this.socket.remoteAddress;
  }

  get remotePort(): number | undefined {
    return this.socket.remotePort;
  }

  /**
   * Works like the timeout of a socket: fires after this number of milliseconds without a byte in
   * either direction. 0 disables the timeout.
   */
  setTimeout(milliseconds: number, listener?: () => void): this {
    clearTimeout(this.timer);
    if (listener) this.once('timeout', listener);
    this.timer = milliseconds > 0 ? setTimeout(() => this.emit('timeout'), milliseconds).unref() : undefined;
    return this;
  }

  /** Closes the connection after all data has been written. */
  destroySoon(): void {
    this.end(() => this.destroy());
  }

  /** Stops reading from the client. Responses are still written. */
  stopReading(): void {
    this.socket.off('data', this.socketListeners.data).off('end', this.socketListeners.end);
  }

  /** Ends this connection without closing the client's socket, because another connection takes over the socket. */
  retire(): void {
    this.isRetired = true;
    for (const [event, listener] of Object.entries(this.socketListeners)) this.socket.off(event, listener);
    this.destroy();
  }

  override _read(): void {
    this.socket.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.touch();
    this.socket.write(chunk, done);
  }

  override _final(done: () => void): void {
    this.socket.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.timer);
    if (!this.isRetired) this.socket.destroy();
    done(error);
  }

  private touch(): void {
    this.timer?.refresh();
  }
}
