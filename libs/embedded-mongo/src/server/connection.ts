import type { Socket } from 'node:net';
import type { Client } from './execution/command';
import type { Dispatcher } from './dispatch';
import { HEADER_BYTES, MAX_MESSAGE_BYTES, parseMessage } from './wire/parse-message';
import { replyBytes } from './wire/write-reply';

/** One client connection. Replies are sent in the order of the messages. Malformed bytes close only this connection. */
export class Connection implements Client {
  private chunks: Buffer[] = [];
  private buffered = 0;
  private isWorking = false;

  constructor(
    readonly id: number,
    private readonly socket: Socket,
    private readonly dispatch: Dispatcher,
  ) {
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => {
      this.chunks.push(chunk);
      this.buffered += chunk.length;
      if (!this.isWorking) void this.work();
    });
    // Nothing to do: the `close` event follows, and its handler cleans up.
    socket.on('error', () => undefined);
  }

  isGone(): boolean {
    return this.socket.destroyed;
  }

  private async work(): Promise<void> {
    this.isWorking = true;
    try {
      for (let bytes = this.takeMessage(); bytes && !this.socket.destroyed; bytes = this.takeMessage())
        await this.answer(bytes);
    } catch {
      this.socket.destroy();
    }
    this.isWorking = false;
  }

  private async answer(bytes: Buffer): Promise<void> {
    const message = parseMessage(bytes);
    const reply = await this.dispatch(message, this);
    if (message.isUnanswered || this.socket.destroyed) return;
    if (!this.socket.write(replyBytes(message, reply), reply.release)) await this.drained();
  }

  /** Waits until a slow client has read the reply, or has disconnected. */
  private drained(): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        this.socket.off('drain', end).off('close', end);
        resolve();
      };
      this.socket.on('drain', end).on('close', end);
    });
  }

  /** Returns the next complete message. Undefined if more bytes are needed. */
  private takeMessage(): Buffer | undefined {
    if (this.buffered < HEADER_BYTES) return undefined;
    if ((this.chunks[0] as Buffer).length < HEADER_BYTES) this.chunks = [Buffer.concat(this.chunks)];
    const size = (this.chunks[0] as Buffer).readInt32LE(0);
    if (size < HEADER_BYTES || size > MAX_MESSAGE_BYTES) throw new Error(`a message of ${size} bytes`);
    if (this.buffered < size) return undefined;
    const all = this.chunks.length === 1 ? (this.chunks[0] as Buffer) : Buffer.concat(this.chunks);
    this.buffered -= size;
    this.chunks = this.buffered > 0 ? [all.subarray(size)] : [];
    return all.subarray(0, size);
  }
}
