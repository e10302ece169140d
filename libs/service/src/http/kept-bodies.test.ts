import type { Response } from 'express';
import { KEPT_BYTES, keepSent, keptBodies } from './kept-bodies';

const response = () => ({ locals: {} }) as Partial<Response> as Response;

describe('the beginning of a body that is kept for the request log', () => {
  it.each([1, 7, 1000, 50_000])(
    'consists of the first bytes of the body if the body arrives in parts of %d bytes',
    (size) => {
      const body = Buffer.from(Array.from({ length: 2 * KEPT_BYTES }, (_, at) => at % 251));
      const kept = response();
      for (let at = 0; at < body.length; at += size) keepSent(kept, body.subarray(at, at + size));
      expect(keptBodies(kept).sent!.equals(body.subarray(0, KEPT_BYTES))).toBe(true);
    },
  );

  it('is the whole body if the body is short', () => {
    const kept = response();
    for (const part of ['{"name"', '', ':"Ada"}']) keepSent(kept, Buffer.from(part));
    expect(keptBodies(kept).sent!.toString()).toBe('{"name":"Ada"}');
  });

  it('is absent if there was no body', () => {
    expect(keptBodies(response())).toEqual({ sent: undefined, answer: undefined });
  });
});
