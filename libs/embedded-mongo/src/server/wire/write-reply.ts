import { HEADER_BYTES, OP_MSG, OP_QUERY, OP_REPLY, type Message } from './parse-message';

/**
 * The size of a reply before its body: the header, the flags and the kind of the section. In bytes.
 */
export const REPLY_HEAD_BYTES = HEADER_BYTES + 5;

const AWAIT_CAPABLE = 8;
let lastRequestId = 0;

/** A reply with an empty header. The header is written later, because it contains the id of the request. */
export interface Reply {
  /** Space for the header, followed by the body. */
  message: Buffer;
  /** Call this after the message was sent. Its bytes must not be read after this. */
  release(this: void): void;
}

/** Creates a reply from an encoded body. */
export function replyWith(body: Buffer): Reply {
  const message = Buffer.allocUnsafe(REPLY_HEAD_BYTES + body.length);
  message.set(body, REPLY_HEAD_BYTES);
  return { message, release: () => undefined };
}

/**
 * Returns the bytes of the reply to a message. A message in the legacy format gets a reply in that
 * format.
 */
export function replyBytes(to: Pick<Message, 'requestId' | 'opCode'>, { message }: Reply): Buffer {
  lastRequestId = (lastRequestId + 1) | 0;
  if (to.opCode === OP_QUERY) return oldReply(to.requestId, message.subarray(REPLY_HEAD_BYTES));
  header(message, to.requestId, OP_MSG);
  message.fill(0, HEADER_BYTES, REPLY_HEAD_BYTES);
  return message;
}

function oldReply(responseTo: number, body: Buffer): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES + 20 + body.length);
  header(bytes, responseTo, OP_REPLY);
  bytes.writeInt32LE(AWAIT_CAPABLE, HEADER_BYTES);
  bytes.writeInt32LE(1, HEADER_BYTES + 16);
  body.copy(bytes, HEADER_BYTES + 20);
  return bytes;
}

function header(bytes: Buffer, responseTo: number, opCode: number): void {
  bytes.writeInt32LE(bytes.length, 0);
  bytes.writeInt32LE(lastRequestId, 4);
  bytes.writeInt32LE(responseTo, 8);
  bytes.writeInt32LE(opCode, 12);
}
