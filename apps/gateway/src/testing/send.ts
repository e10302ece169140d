import http, { type IncomingHttpHeaders } from 'node:http';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  body: any;
}

export interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  agent?: http.Agent;
}

/** Sends a request with exactly this target, which fetch would normalise. Rejects if the response is truncated. */
export function send(url: string, target: string, options: Sent = {}): Promise<Answer> {
  const { method = 'GET', headers = {}, body, agent } = options;
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const request = http.request({ hostname, port, path: target, method, headers, agent: agent ?? false });
    request.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const isJson = response.headers['content-type']?.startsWith('application/json') === true && text !== '';
        resolve({
          status: response.statusCode!,
          headers: response.headers,
          text,
          body: isJson ? (JSON.parse(text) as unknown) : undefined,
        });
      });
    });
    request.once('error', reject);
    request.end(body);
  });
}

/** Returns the Authorization header for Basic credentials. */
export function basic(emailAddress: string, token: string, scheme = 'Basic'): { authorization: string } {
  return { authorization: `${scheme} ${Buffer.from(`${emailAddress}:${token}`).toString('base64')}` };
}

export function bearer(token: string, scheme = 'Bearer'): { authorization: string } {
  return { authorization: `${scheme} ${token}` };
}
