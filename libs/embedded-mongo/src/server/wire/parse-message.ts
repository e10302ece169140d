import { MongoError } from '../../errors/mongo-error';
import { decode, type Document } from '../../values/decode';

export const OP_REPLY = 1;
export const OP_QUERY = 2004;
export const OP_MSG = 2013;
export const HEADER_BYTES = 16;
/** The maximum size of a message, as in MongoDB. */
export const MAX_MESSAGE_BYTES = 48_000_000;

const CHECKSUM_PRESENT = 1;
const MORE_TO_COME = 2;
/**
 * The bits of flags that a receiver must know. A receiver must refuse a message with an unknown
 * flag among these bits, and may ignore other unknown flags.
 */
const REQUIRED_FLAGS = 0xffff;

/** A received message. */
export interface Message {
  requestId: number;
  opCode: number;
  /** Whether the client expects no reply. */
  isUnanswered: boolean;
  /**
   * The command. It is decoded from `rawBody` when this property is first read. That read throws an
   * error if the command is malformed.
   */
  readonly body: Document;
  rawBody: Buffer;
  /** The encoded documents of each document sequence, by the name of the sequence. */
  sequences: Map<string, Buffer[]>;
}

/**
 * Parses one message with its header. The command is decoded later, so that the client gets an
 * error reply if the command is malformed.
 * @throws MongoError 22 or 17 if the bytes are malformed. The caller must then close the
 *   connection.
 */
export function parseMessage(bytes: Buffer): Message {
  const requestId = bytes.readInt32LE(4);
  const opCode = bytes.readInt32LE(12);
  if (opCode === OP_MSG) return parseOpMsg(bytes, requestId);
  if (opCode === OP_QUERY) return parseOpQuery(bytes, requestId);
  throw protocolError(`operation ${opCode} is not supported by the embedded database`);
}

function parseOpMsg(bytes: Buffer, requestId: number): Message {
  if (bytes.length < HEADER_BYTES + 4) throw protocolError('the message is too short');
  const flags = bytes.readUInt32LE(HEADER_BYTES);
  if ((flags & REQUIRED_FLAGS & ~(CHECKSUM_PRESENT | MORE_TO_COME)) !== 0)
    throw protocolError(`unknown flags ${flags}`);
  const end = bytes.length - (flags & CHECKSUM_PRESENT ? 4 : 0);
  let rawBody: Buffer | undefined;
  const sequences = new Map<string, Buffer[]>();
  for (let at = HEADER_BYTES + 4; at < end;) {
    const kind = bytes[at];
    const section = sized(bytes, at + 1, end);
    if (kind === 0) {
      if (rawBody) throw protocolError('two bodies in one message');
      rawBody = section;
    } else if (kind === 1) {
      const { name, documents } = parseSequence(section);
      if (sequences.has(name)) throw protocolError(`two sequences called ${name}`);
      sequences.set(name, documents);
    } else {
      throw protocolError(`a section of the unknown kind ${kind}`);
    }
    at += 1 + section.length;
  }
  if (!rawBody) throw protocolError('a message without a body');
  return new CommandMessage(requestId, OP_MSG, (flags & MORE_TO_COME) !== 0, rawBody, sequences, decode);
}

class CommandMessage implements Message {
  private decoded: Document | undefined;

  constructor(
    readonly requestId: number,
    readonly opCode: number,
    readonly isUnanswered: boolean,
    readonly rawBody: Buffer,
    readonly sequences: Map<string, Buffer[]>,
    private readonly read: (rawBody: Buffer) => Document,
  ) {}

  get body(): Document {
    return (this.decoded ??= this.read(this.rawBody));
  }
}

function parseSequence(section: Buffer): { name: string; documents: Buffer[] } {
  const zero = section.indexOf(0, 4);
  if (zero < 0) throw protocolError('a sequence without a name');
  const documents: Buffer[] = [];
  for (let at = zero + 1; at < section.length;) {
    const document = sized(section, at, section.length);
    documents.push(document);
    at += document.length;
  }
  return { name: section.toString('utf8', 4, zero), documents };
}

/** Parses the legacy query operation, which drivers still use for their first message. */
function parseOpQuery(bytes: Buffer, requestId: number): Message {
  const zero = bytes.indexOf(0, HEADER_BYTES + 4);
  if (zero < 0) throw protocolError('a query without a namespace');
  const namespace = bytes.toString('utf8', HEADER_BYTES + 4, zero);
  const rawBody = sized(bytes, zero + 9, bytes.length);
  return new CommandMessage(requestId, OP_QUERY, false, rawBody, new Map(), (raw) => {
    const query = decode(raw);
    const body = (query.$query as Document | undefined) ?? query;
    body.$db = namespace.split('.')[0];
    return body;
  });
}

/** Reads a block that begins with its own length in four bytes. */
function sized(bytes: Buffer, at: number, end: number): Buffer {
  if (at + 5 > end) throw protocolError('a part is cut off');
  const size = bytes.readInt32LE(at);
  if (size < 5 || at + size > end) throw protocolError(`a part says it has ${size} bytes`);
  return bytes.subarray(at, at + size);
}

function protocolError(why: string): MongoError {
  return new MongoError(17, 'ProtocolError', why);
}
