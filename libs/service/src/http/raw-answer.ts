import { Readable, Stream } from 'node:stream';
import type { Response } from 'express';

/**
 * An answer whose bytes a route determines itself: a page, an image, prepared JSON, or a status without a body. Other
 * routes return a plain record.
 */
export class RawAnswer {
  constructor(
    readonly body: string | Buffer | Readable,
    readonly headers: Readonly<Record<string, string>>,
    readonly status = 200,
  ) {}

  /** Sets the headers, and returns the body as a stream to pipe into the response. */
  open(response: Response): Stream {
    for (const [name, value] of Object.entries(this.headers)) response.setHeader(name, value);
    if (this.body instanceof Readable) {
      // Cut the connection, so that an incomplete answer does not look complete.
      this.body.once('error', (error) => response.destroy(error));
      response.once('close', () => (this.body as Readable).destroy());
      return this.body;
    }
    const bytes = typeof this.body === 'string' ? Buffer.from(this.body) : this.body;
    if (this.status !== 304) response.setHeader('Content-Length', bytes.length);
    return new ReadyBytes(bytes);
  }
}

/**
 * Bytes that look like a stream, because ts-rest expects one. A real stream would cost more than everything else in the
 * answer.
 */
class ReadyBytes extends Stream {
  constructor(private readonly bytes: Buffer) {
    super();
  }

  override pipe<Destination extends NodeJS.WritableStream>(destination: Destination): Destination {
    destination.end(this.bytes);
    return destination;
  }
}
