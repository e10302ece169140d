import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { mongo } from 'mongoose';
import type { KeptAnswer } from './idempotency';

/** Answers below this size are not compressed, so that people can read them in the database. */
const PACKED_FROM_BYTES = 2000;

/**
 * Prepares a JSON answer for storage. A large answer is compressed, because every write of a
 * document stores all answered requests of the document again. A list of nights shrinks to about a
 * tenth of its size.
 */
export function packAnswer(answer: Record<string, unknown>): KeptAnswer {
  const json = JSON.stringify(answer);
  if (json.length < PACKED_FROM_BYTES) return { kept: { answer: { $literal: answer } }, bytes: json.length };
  const packed = deflateRawSync(json);
  return { kept: { packed: { $literal: packed } }, bytes: packed.length };
}

/** Returns the answer that `packAnswer` prepared. */
export function unpackAnswer(packed: mongo.Binary): Record<string, unknown> {
  return JSON.parse(inflateRawSync(packed.value()).toString()) as Record<string, unknown>;
}
