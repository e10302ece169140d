import net from 'node:net';
import type { Outcome, Received, WireRequest } from './wire-request';

/** Sends the lines of a request as raw bytes, on a separate connection. */
export function sendRaw(
  address: { host: string; port: number },
  { method, target, headers, rawHead = [] }: WireRequest,
  limitMs: number,
): Promise<Outcome> {
  const authorization = headers.filter(([name]) => name === 'Authorization').map((pair) => pair.join(': '));
  const lines = [`${method} ${target} HTTP/1.1`, ...rawHead, ...authorization, 'Connection: close', '', ''];
  // Send the end of an empty chunked body, because otherwise the server would correctly wait for the body.
  const end = rawHead.some((line) => /^transfer-encoding/i.test(line)) ? '0\r\n\r\n' : '';
  return new Promise((resolve) => {
    const socket = net.connect(address);
    const chunks: Buffer[] = [];
    let detail = 'closed';
    const finish = (outcome: Outcome) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(outcome);
    };
    const timer = setTimeout(() => finish({ failure: 'no answer in time', detail: `${limitMs} ms`, ms: 0 }), limitMs);
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      const answer = parsedAnswer(Buffer.concat(chunks), method);
      if (answer) finish(answer);
    });
    socket.on('error', (error) => (detail = error.message));
    socket.on('close', () => finish({ failure: 'the connection was closed without an answer', detail, ms: 0 }));
    socket.write(lines.join('\r\n') + end, 'latin1');
  });
}

/**
 * Parses the response in the bytes of a connection; undefined until it is complete. Interim
 * responses (1xx) are skipped.
 */
export function parsedAnswer(bytes: Buffer, method: string): Received | undefined {
  const text = bytes.toString('latin1').replace(/^(HTTP\/1\.1 1\d\d [^]*?\r\n\r\n)+/, '');
  const end = text.indexOf('\r\n\r\n');
  const [, code] = /^HTTP\/1\.1 (\d{3}) /.exec(text) ?? [];
  if (code === undefined || end < 0) return undefined;
  const lines = text.slice(0, end).split('\r\n').slice(1);
  const headers: Record<string, string> = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const status = Number(code);
  const rest = text.slice(end + 4);
  const hasNoBody = method === 'HEAD' || status === 204 || status === 304;
  if (hasNoBody) return { status, headers, body: Buffer.alloc(0), ms: 0 };
  const isChunked = headers['transfer-encoding'] === 'chunked';
  const isComplete = isChunked
    ? /(^|\r\n)0\r\n\r\n$/.test(rest)
    : rest.length >= Number(headers['content-length'] ?? 0);
  if (!isComplete) return undefined;
  return { status, headers, body: Buffer.from(isChunked ? unchunked(rest) : rest, 'latin1'), ms: 0 };
}

function unchunked(text: string): string {
  const [, size, rest] = /^([0-9a-fA-F]+)[^\r]*\r\n([^]*)$/.exec(text) ?? [];
  const length = Number.parseInt(size ?? '0', 16);
  if (rest === undefined || length === 0) return '';
  return rest.slice(0, length) + unchunked(rest.slice(length + 2));
}
