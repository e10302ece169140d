import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  method: string;
  /** The path and query. */
  target: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface StubPlatform {
  url: string;
  received: Received[];
  close(): Promise<void>;
}

/** Responds to a request. `index` is the number of the request, from 0. */
export type Answering = (response: ServerResponse, received: Received, index: number) => void;

/** Starts a server whose responses are decided by the test. */
export async function startStubPlatform(answering: Answering): Promise<StubPlatform> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const entry = { method: request.method!, target: request.url!, headers: request.headers, body };
      answering(response, entry, received.push(entry) - 1);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function answerJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
) {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(JSON.stringify(body));
}

/** Responds with an error in the platform's format. */
export function refuse(response: ServerResponse, status: number, code: string, headers: Record<string, string> = {}) {
  answerJson(response, status, { messages: [`no: ${code}`], status: code, status_code: status }, headers);
}
