import { HEADER_BYTES, OP_MSG, OP_QUERY, OP_REPLY, type Message } from './parse-message';

const AWAIT_CAPABLE = 8;
let lastRequestId = 0;

/** The encoded reply to a message; the legacy operation gets a reply in the legacy format. */
export function replyBytes(message: Pick<Message, 'requestId' | 'opCode'>, body: Buffer): Buffer {
  lastRequestId = (lastRequestId + 1) | 0;
  return message.opCode === OP_QUERY ? oldReply(message.requestId, body) : opMsg(message.requestId, body);
}

function opMsg(responseTo: number, body: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(HEADER_BYTES + 5 + body.length);
  header(bytes, responseTo, OP_MSG);
  bytes.writeUInt32LE(0, HEADER_BYTES);
  bytes[HEADER_BYTES + 4] = 0;
  body.copy(bytes, HEADER_BYTES + 5);
  return bytes;
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
