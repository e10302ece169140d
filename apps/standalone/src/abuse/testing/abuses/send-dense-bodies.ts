import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import type { Abuse } from '../door';
import { head, RawConnection } from '../raw-connection';

/** The size of a decompressed body, in bytes. Compressed, it has a thousandth of this size. */
const BOMB_BYTES = 50_000_000;
const TIMES = 3;
const ONE_BYTE = Buffer.from('1\r\n \r\n');
/** Each body has 500,000 bytes in 500,000 chunks. Its size is below the limit. */
const CHUNKS = { perPart: 10_000, parts: 50, connections: 4 };

const content = Buffer.alloc(BOMB_BYTES, ' ');
const gzip = gzipSync(content);
const bombs: [encoding: string, body: Buffer, status: number][] = [
  ['gzip', gzip, 413],
  ['deflate', deflateSync(content), 413],
  ['br', brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }), 413],
  ['gzip, gzip', gzipSync(gzip), 415],
];

/** Sends small bodies that are very large when they are decompressed. Each must be refused. */
export const sendCompressedBombs: Abuse = async ({ url, authorization }) => {
  const all = Array.from({ length: TIMES }, () => bombs).flat();
  const faults = all.map(async ([encoding, body, expected]) => {
    const about = { 'Content-Type': 'application/json', 'Content-Encoding': encoding, 'Content-Length': body.length };
    const connection = new RawConnection(url).send(
      head('POST', '/v2/guests', { Authorization: authorization, ...about }),
      body,
    );
    const [status] = await connection.answers(1);
    connection.socket.destroy();
    return status === expected ? [] : [`a body in ${encoding} got ${status}; expected ${expected}`];
  });
  return (await Promise.all(faults)).flat();
};

/**
 * Sends bodies in chunks of one byte. Each must be refused, because its chunks need a hundred times as much memory as
 * the body.
 */
export const sendTinyChunks: Abuse = async ({ url, authorization }) => {
  const part = Buffer.concat(Array.from({ length: CHUNKS.perPart }, () => ONE_BYTE));
  const faults = Array.from({ length: CHUNKS.connections }, async () => {
    const headers = { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' };
    const connection = new RawConnection(url).send(
      head('POST', '/v2/guests', { Authorization: authorization, ...headers }),
    );
    await connection.sendWhileOpen(part, CHUNKS.parts * part.length);
    connection.send('0\r\n\r\n');
    await connection.answers(1);
    connection.socket.destroy();
    if (/ 400 [^]*"body: arrived in parts of less than/.test(connection.received)) return [];
    return [`a body in chunks of one byte got ${connection.received.slice(-300)}`];
  });
  return (await Promise.all(faults)).flat();
};
