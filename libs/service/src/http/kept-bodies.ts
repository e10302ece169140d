import type { ApiError } from '@keyhaven/contracts/shared/errors';
import type { Response } from 'express';

/**
 * How many bytes of a body are kept until the request ends. This is more than enough to understand
 * an error.
 */
export const KEPT_BYTES = 32_768;

/**
 * The beginning of the body of the request, and of the body of an error response. Each is undefined
 * if there was no such body.
 */
export interface KeptBodies {
  sent?: Buffer;
  answer?: Buffer;
}

/** The first KEPT_BYTES of a body that arrives in parts. */
class BodyStart {
  private bytes = Buffer.alloc(0);
  private length = 0;

  /**
   * Copies the bytes of a part. A view of the part would keep all of it in memory. Thousands of
   * views of one byte each would need about a hundred times as much memory as the bytes.
   */
  add(part: Buffer): void {
    const length = Math.min(this.length + part.length, KEPT_BYTES);
    if (length > this.bytes.length) {
      const size = Math.min(Math.max(length, 2 * this.bytes.length), KEPT_BYTES);
      this.bytes = Buffer.concat([this.whole()], size);
    }
    part.copy(this.bytes, this.length, 0, length - this.length);
    this.length = length;
  }

  whole(): Buffer {
    return this.bytes.subarray(0, this.length);
  }
}

/** Keeps a part of the request's body. The request log shows it if the request fails. */
export function keepSent(response: Response, part: Buffer): void {
  const start = (response.locals.sentStart ??= new BodyStart()) as BodyStart;
  start.add(part);
}

/** Keeps a part of an error response that another process sent. */
export function keepAnswered(response: Response, part: Buffer): void {
  const start = (response.locals.answerStart ??= new BodyStart()) as BodyStart;
  start.add(part);
}

/** Keeps an error that this process sends as a response. */
export function keepError(response: Response, error: ApiError): void {
  response.locals.error = error;
}

export function keptBodies(response: Response): KeptBodies {
  const { sentStart, answerStart, error } = response.locals as {
    sentStart?: BodyStart;
    answerStart?: BodyStart;
    error?: ApiError;
  };
  const own = error && Buffer.from(JSON.stringify(error.body)).subarray(0, KEPT_BYTES);
  return { sent: sentStart?.whole(), answer: own ?? answerStart?.whole() };
}
