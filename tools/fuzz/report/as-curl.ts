import { quoteForShell } from '@keyhaven/api-docs/samples/quote-for-shell';
import type { WireRequest } from '../send/wire-request';

const MAX_BODY = 3000;

/**
 * Returns a shell command that sends a request again. Binary and long bodies are encoded as base64. Very long bodies
 * are cut.
 */
export function asCurl(url: string, { method, target, headers, body, isChunked, rawHead }: WireRequest): string {
  const { hostname, port } = new URL(url);
  if (rawHead) {
    const authorization = headers.filter(([name]) => name === 'Authorization').map((pair) => pair.join(': '));
    const lines = [`${method} ${target} HTTP/1.1`, ...rawHead, ...authorization, 'Connection: close', '', ''];
    const bytes = Buffer.from(lines.join('\r\n'), 'latin1').toString('base64');
    return `echo ${bytes} | base64 -d | nc ${hostname} ${port}`;
  }
  const parts = ['curl -si --path-as-is', '-X', method, quoteForShell(url + target)];
  for (const [name, value] of headers) parts.push('-H', quoteForShell(`${name}: ${value}`));
  if (isChunked) parts.push('-H', quoteForShell('Transfer-Encoding: chunked'));
  if (!body) return parts.join(' ');
  const text = body.toString();
  const isText = Buffer.from(text).equals(body) && !text.includes('\u0000');
  if (isText && text.length <= MAX_BODY) return [...parts, '--data-raw', quoteForShell(text)].join(' ');
  const encoded = body.toString('base64');
  const cut = encoded.length > MAX_BODY ? ` # the first ${MAX_BODY} of ${encoded.length} characters` : '';
  return `echo ${encoded.slice(0, MAX_BODY)} | base64 -d | ${parts.join(' ')} --data-binary @-${cut}`;
}
