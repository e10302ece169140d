import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP server that a test starts on the loopback address. */
export interface StubServer {
  url: string;
  stop(): Promise<void>;
}

/** Responds to a request to a stub. */
export type StubListener = (request: http.IncomingMessage, response: http.ServerResponse) => void | Promise<void>;

export async function startStubServer(listener: StubListener): Promise<StubServer> {
  const server = http.createServer((request, response) => void listener(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Reads the whole body of a request. */
export async function readBody(request: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
