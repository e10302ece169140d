/**
 * The body of a reply with documents, `{ cursor: { firstBatch: […], id, ns }, ok: 1 }`. It is written in one pass; the
 * bytes of the documents are copied as they are.
 */
export function cursorReply(
  batch: 'firstBatch' | 'nextBatch',
  documents: readonly Buffer[],
  id: bigint,
  ns: string,
): Buffer {
  const nsBytes = Buffer.byteLength(ns);
  const arrayBytes = documents.reduce((sum, raw, i) => sum + raw.length + 2 + digitsOf(i), 5);
  // 04 firstBatch 0 …, 12 id 0 int64, 02 ns 0 int32 text 0, and the length and the end of the enclosing document.
  const cursorBytes = 4 + 1 + batch.length + 1 + arrayBytes + 4 + 8 + 4 + 4 + nsBytes + 1 + 1;
  // 03 cursor 0 …, 01 ok 0 double.
  const size = 4 + 8 + cursorBytes + 4 + 8 + 1;
  const bytes = Buffer.allocUnsafe(size);
  let at = bytes.writeInt32LE(size, 0);
  at += bytes.write('\x03cursor\0', at, 'latin1');
  at = bytes.writeInt32LE(cursorBytes, at);
  at += bytes.write(batch === 'firstBatch' ? '\x04firstBatch\0' : '\x04nextBatch\0', at, 'latin1');
  at = bytes.writeInt32LE(arrayBytes, at);
  for (let i = 0; i < documents.length; i++) {
    const raw = documents[i] as Buffer;
    bytes[at++] = 0x03;
    at += bytes.write(`${i}\0`, at, 'latin1');
    bytes.set(raw, at);
    at += raw.length;
  }
  bytes[at++] = 0;
  at += bytes.write('\x12id\0', at, 'latin1');
  at = bytes.writeBigInt64LE(id, at);
  at += bytes.write('\x02ns\0', at, 'latin1');
  at = bytes.writeInt32LE(nsBytes + 1, at);
  at += bytes.write(ns, at);
  bytes[at++] = 0;
  bytes[at++] = 0;
  at += bytes.write('\x01ok\0', at, 'latin1');
  at = bytes.writeDoubleLE(1, at);
  bytes[at] = 0;
  return bytes;
}

function digitsOf(index: number): number {
  let digits = 1;
  for (let rest = index; rest >= 10; rest = Math.floor(rest / 10)) digits++;
  return digits;
}
