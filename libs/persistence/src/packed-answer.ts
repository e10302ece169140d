import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { mongo } from 'mongoose';
import type { KeptAnswer } from './idempotency';

/** Smaller answers are stored as they are, so that they can be read in the database. */
const PACKED_FROM_BYTES = 2000;

/**
 * The stored form of an answer that is JSON. A large one is compressed, because each write of the document stores all
 * its noted requests again: a list of nights becomes a tenth as large.
 */
export function packAnswer(answer: Record<string, unknown>): KeptAnswer {
  const json = JSON.stringify(answer);
  if (json.length < PACKED_FROM_BYTES) return { kept: { answer: { $literal: answer } }, bytes: json.length };
  const packed = deflateRawSync(json);
  return { kept: { packed: { $literal: packed } }, bytes: packed.length };
}

/** Reads what `packAnswer` compressed. */
export function unpackAnswer(packed: mongo.Binary): Record<string, unknown> {
  return JSON.parse(inflateRawSync(packed.value()).toString()) as Record<string, unknown>;
}
