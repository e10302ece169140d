import type { Timestamp } from 'bson';
import { giveBackReplyBuffer, takeReplyBuffer } from './reply-buffers';
import { REPLY_HEAD_BYTES, type Reply } from './write-reply';

/**
 * The BSON type and the name of the field `cursor`. In the message, the length of its document
 * follows.
 */
const CURSOR_FIELD = Buffer.from('\x03cursor\0', 'latin1');
const FIRST_BATCH_FIELD = Buffer.from('\x04firstBatch\0', 'latin1');
const NEXT_BATCH_FIELD = Buffer.from('\x04nextBatch\0', 'latin1');
const ID_FIELD = Buffer.from('\x12id\0', 'latin1');
const NS_FIELD = Buffer.from('\x02ns\0', 'latin1');
const SNAPSHOT_TIME_FIELD = Buffer.from('\x11atClusterTime\0', 'latin1');
/** The field `ok` with the double 1, and the zero byte that ends the reply. */
const OK_AND_END = Buffer.from('\x01ok\0\0\0\0\0\0\0\xf0\x3f\0', 'latin1');
/**
 * How many bytes are reserved for the part after the documents, without the namespace. More than
 * needed.
 */
const END_BYTES = 64;
/**
 * How many bytes an array element needs in addition to its document: its type, the longest name
 * (ten digits), and the zero byte after the name.
 */
const ELEMENT_BYTES = 12;

/**
 * A reply with documents: `{ cursor: { firstBatch: […], id, ns }, ok: 1 }`. Each document is copied
 * only once, directly to its final position in the message.
 */
export class CursorReply {
  private bytes = takeReplyBuffer();
  private at = REPLY_HEAD_BYTES + 4;
  private readonly cursorAt: number;
  private readonly batchAt: number;
  /** The number of documents in the reply. */
  count = 0;

  constructor(batch: 'firstBatch' | 'nextBatch') {
    this.put(CURSOR_FIELD);
    this.cursorAt = this.at;
    this.at += 4;
    this.put(batch === 'firstBatch' ? FIRST_BATCH_FIELD : NEXT_BATCH_FIELD);
    this.batchAt = this.at;
    this.at += 4;
  }

  /** The size of the documents in bytes, including the names of the array elements. */
  get size(): number {
    return this.at - this.batchAt;
  }

  add(raw: Uint8Array): void {
    this.reserve(ELEMENT_BYTES + raw.length);
    this.bytes[this.at++] = 0x03;
    this.at += this.bytes.write(String(this.count++), this.at, 'latin1');
    this.bytes[this.at++] = 0;
    this.put(raw);
  }

  /**
   * Completes the reply. No documents can be added after this. @param snapshotTime the time of the
   * snapshot that was read.
   */
  finish(id: bigint, ns: string, snapshotTime?: Timestamp): Reply {
    const nsBytes = Buffer.byteLength(ns);
    this.reserve(END_BYTES + nsBytes);
    this.endDocument(this.batchAt);
    this.put(ID_FIELD);
    this.at = this.bytes.writeBigInt64LE(id, this.at);
    this.put(NS_FIELD);
    this.at = this.bytes.writeInt32LE(nsBytes + 1, this.at);
    this.at += this.bytes.write(ns, this.at);
    this.bytes[this.at++] = 0;
    if (snapshotTime) {
      this.put(SNAPSHOT_TIME_FIELD);
      this.at = this.bytes.writeBigInt64LE(snapshotTime.toBigInt(), this.at);
    }
    this.endDocument(this.cursorAt);
    this.put(OK_AND_END);
    this.bytes.writeInt32LE(this.at - REPLY_HEAD_BYTES, REPLY_HEAD_BYTES);
    const { bytes } = this;
    return { message: bytes.subarray(0, this.at), release: () => giveBackReplyBuffer(bytes) };
  }

  /** Ends a document, and writes its length at `start`. */
  private endDocument(start: number): void {
    this.bytes[this.at++] = 0;
    this.bytes.writeInt32LE(this.at - start, start);
  }

  private put(bytes: Uint8Array): void {
    this.bytes.set(bytes, this.at);
    this.at += bytes.length;
  }

  private reserve(count: number): void {
    const needed = this.at + count;
    if (needed <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.bytes.length * 2));
    this.bytes.copy(larger, 0, 0, this.at);
    giveBackReplyBuffer(this.bytes);
    this.bytes = larger;
  }
}
