import { Readable, Stream } from 'node:stream';
import type { Response } from 'express';

/**
 * A response that does not go through JSON serialisation: a page, an image, JSON that is already
 * text, or a status without a body. Other routes return a plain object.
 */
export class RawAnswer {
  constructor(
    readonly body: string | Buffer | Readable,
    readonly headers: Readonly<Record<string, string>>,
    readonly status = 200,
  ) {}

  /** Sets the headers of the response, and returns the body as a stream. */
  open(response: Response): Stream {
    for (const [name, value] of Object.entries(this.headers)) response.setHeader(name, value);
    if (this.body instanceof Readable) {
      // If the stream fails, cut the connection. Otherwise an incomplete response would look
      // complete.
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
 * Bytes in the form of a stream, because ts-rest expects one. A real stream would take longer than
 * all other work for the response.
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
