import type { ApiError } from '@keyhaven/contracts/shared/errors';
import type { Response } from 'express';

/** How much of a body is kept until the request ends, in bytes. This is more than enough to understand an error. */
export const KEPT_BYTES = 32_768;

/** The beginnings of a request's body and of its error answer's body. Each is absent if there was no such body. */
export interface KeptBodies {
  sent?: Buffer;
  answer?: Buffer;
}

/** The parts of a body that arrived so far, up to KEPT_BYTES. */
class BodyStart {
  private readonly parts: Buffer[] = [];
  private length = 0;

  add(part: Buffer): void {
    const room = KEPT_BYTES - this.length;
    if (room <= 0) return;
    // Copy the bytes, because a view would keep the whole part in memory.
    this.parts.push(part.length > room ? Buffer.from(part.subarray(0, room)) : part);
    this.length += Math.min(part.length, room);
  }

  whole(): Buffer {
    return Buffer.concat(this.parts);
  }
}

/** Keeps a part of the body that the client sent. The request log shows it if the request fails. */
export function keepSent(response: Response, part: Buffer): void {
  const start = (response.locals.sentStart ??= new BodyStart()) as BodyStart;
  start.add(part);
}

/** Keeps a part of an error answer that comes from another process. */
export function keepAnswered(response: Response, part: Buffer): void {
  const start = (response.locals.answerStart ??= new BodyStart()) as BodyStart;
  start.add(part);
}

/** Keeps the error that this process answers. */
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
