import http from 'node:http';

/** A request. Its target is sent as given, without normalisation. */
export interface Sent {
  method?: string;
  target: string;
  headers?: Record<string, string>;
  /** A JSON value. */
  body?: unknown;
  /** The fields of a form, sent in place of a JSON body. */
  form?: Record<string, string>;
  /** JSON values that are sent one per line, in place of a JSON body. */
  lines?: readonly object[];
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 20 });

let sent = 0;
/** How many requests were sent. */
export const sentRequests = () => sent;

/** Sends a request. @param url the URL of the gateway or of a service. */
export function send(url: string, request: Sent): Promise<Answer> {
  sent++;
  const { method = 'GET', target } = request;
  const { hostname, port } = new URL(url);
  const [type, content] = contentOf(request);
  // Node sends no Content-Length with a DELETE by default.
  const ofContent = { 'content-type': type, 'content-length': String(Buffer.byteLength(content ?? '')) };
  const headers = { ...(content === undefined ? {} : ofContent), ...request.headers };
  return new Promise((resolve, reject) => {
    const outgoing = http.request({ hostname, port, path: target, method, headers, agent });
    outgoing.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)])),
          text: Buffer.concat(chunks).toString('utf8'),
        }),
      );
    });
    outgoing.once('error', reject);
    outgoing.end(content);
  });
}

function contentOf({ body, form, lines }: Sent): [type: string, content: string | undefined] {
  if (lines) return ['application/x-ndjson', lines.map((line) => JSON.stringify(line)).join('\n')];
  if (form) return ['application/x-www-form-urlencoded', new URLSearchParams(form).toString()];
  return ['application/json', body === undefined ? undefined : JSON.stringify(body)];
}

/** Closes the connections that are kept open. */
export function closeConnections(): void {
  agent.destroy();
}

/** The parts of a request or a response that may contain ids and texts. */
export function textOf(message: Sent | Answer): string {
  return 'text' in message ? `${JSON.stringify(message.headers)} ${message.text}` : JSON.stringify(message);
}
