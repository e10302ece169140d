import net from 'node:net';
import { until } from '@keyhaven/testing/until';

/** How long a test waits for a response or for the end of a connection, in milliseconds. */
export const PATIENCE_MS = 15_000;

/**
 * A connection on which a test sends bytes. Like a client that has vanished, it never closes its side by itself. The
 * server must not rely on clients to do so.
 */
export class RawConnection {
  readonly socket: net.Socket;
  /** What the server has sent. */
  received = '';
  /** Whether the server has closed its side, or the whole connection. */
  hasEnded = false;
  /** The time from the opening of the connection to its end, in milliseconds. */
  endedAfterMs = 0;

  constructor(url: string, { reads = true } = {}) {
    const opened = Date.now();
    const { hostname, port } = new URL(url);
    this.socket = net.connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const end = () => {
      if (this.hasEnded) return;
      this.hasEnded = true;
      this.endedAfterMs = Date.now() - opened;
    };
    this.socket.on('end', end).on('close', end);
    // A connection that is closed while bytes are in transit is reset, which Node reports as an error.
    this.socket.on('error', () => {});
    if (reads) this.socket.on('data', (chunk: Buffer) => (this.received += chunk.toString('latin1')));
  }

  /** The statuses of the responses so far, without interim responses such as 100. */
  get statuses(): number[] {
    return [...this.received.matchAll(/HTTP\/1\.1 ([2-5]\d\d) /g)].map(([, status]) => Number(status));
  }

  send(...parts: (string | Buffer)[]): this {
    for (const part of parts) this.socket.write(part);
    return this;
  }

  /**
   * Sends a part again and again until the connection ends or `maxBytes` were sent. @returns how many bytes were sent.
   */
  async sendWhileOpen(part: Buffer, maxBytes: number): Promise<number> {
    let sent = 0;
    while (sent < maxBytes && !this.hasEnded && this.socket.writable) {
      sent += part.length;
      await new Promise((resolve) => this.socket.write(part, resolve));
    }
    return sent;
  }

  /** Waits for this number of responses, or for the end of the connection. @returns the statuses. */
  async answers(count: number): Promise<number[]> {
    await until(() => this.hasEnded || this.statuses.length >= count, PATIENCE_MS).catch(() => {});
    return this.statuses;
  }
}

/** Returns the request line and the headers of a request. */
export function head(method: string, target: string, headers: Record<string, string | number> = {}): string {
  const lines = Object.entries({ Host: 'abused', ...headers }).map(([name, value]) => `${name}: ${value}`);
  return `${[`${method} ${target} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`;
}
