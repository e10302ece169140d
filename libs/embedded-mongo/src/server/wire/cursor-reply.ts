import { Double, Long } from 'bson';
import { encode } from '../../values/encode';

/**
 * The body of an answer that carries documents, `{ cursor: { firstBatch: […], id, ns }, ok: 1 }`, around the
 * documents' own bytes.
 */
export function cursorReply(batch: 'firstBatch' | 'nextBatch', documents: Buffer[], id: bigint, ns: string): Buffer {
  const tail = encode({ id: Long.fromBigInt(id), ns });
  const array = arrayBytes(documents);
  const cursor = document([Buffer.from(`\x04${batch}\0`), array, tail.subarray(4, tail.length - 1)]);
  const end = encode({ ok: new Double(1) });
  return document([Buffer.from('\x03cursor\0'), cursor, end.subarray(4, end.length - 1)]);
}

function arrayBytes(documents: Buffer[]): Buffer {
  const pieces: Buffer[] = [];
  documents.forEach((raw, i) => pieces.push(Buffer.from(`\x03${i}\0`, 'latin1'), raw));
  return document(pieces);
}

function document(pieces: Buffer[]): Buffer {
  const size = pieces.reduce((sum, piece) => sum + piece.length, 5);
  const bytes = Buffer.allocUnsafe(size);
  let at = bytes.writeInt32LE(size, 0);
  for (const piece of pieces) at += piece.copy(bytes, at);
  bytes[at] = 0;
  return bytes;
}
