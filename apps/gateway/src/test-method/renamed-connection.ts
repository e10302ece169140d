import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/**
 * What is left of a connection, as the server reads it from here on: some bytes first, then whatever the client sends.
 * It stands for the client's socket, with its address and its end.
 */
export class RenamedConnection extends Duplex {
  private timer: NodeJS.Timeout | undefined;
  private isRetired = false;
  /** The listeners on the client's socket. */
  private readonly heard = {
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
    for (const [event, hear] of Object.entries(this.heard)) socket.on(event, hear);
  }

  get remoteAddress(): string | undefined {
    return this.socket.remoteAddress;
  }

  get remotePort(): number | undefined {
    return this.socket.remotePort;
  }

  /** As a socket's: fires after so many milliseconds without a byte in either direction; 0 switches it off. */
  setTimeout(milliseconds: number, listener?: () => void): this {
    clearTimeout(this.timer);
    if (listener) this.once('timeout', listener);
    this.timer = milliseconds > 0 ? setTimeout(() => this.emit('timeout'), milliseconds).unref() : undefined;
    return this;
  }

  /** Ends when all is written. */
  destroySoon(): void {
    this.end(() => this.destroy());
  }

  /** Hears nothing more that the client sends; answers still go out. */
  stopReading(): void {
    this.socket.off('data', this.heard.data).off('end', this.heard.end);
  }

  /** Ends, and leaves the client's socket to its next reader. */
  retire(): void {
    this.isRetired = true;
    for (const [event, hear] of Object.entries(this.heard)) this.socket.off(event, hear);
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
