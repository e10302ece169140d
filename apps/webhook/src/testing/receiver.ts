import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '@keyhaven/testing/until';

/** A request that a receiver got. */
export interface Received {
  path: string;
  headers: Record<string, string>;
  /** The body as it was received. */
  raw: string;
  payload: any;
}

/** Sends a receiver's response to a request. */
export type Behaviour = (response: http.ServerResponse, received: Received) => void;

export const answerWith =
  (status: number, headers: http.OutgoingHttpHeaders = {}): Behaviour =>
  (response) =>
    void response.writeHead(status, headers).end();

/** An endpoint that records the requests it receives. */
export interface Receiver {
  url: string;
  received: Received[];
  behaviour: Behaviour;
  /** The highest number of concurrent requests so far. */
  mostAtOnce: number;
  /** Waits for this number of requests. @returns all requests so far. */
  have(count: number): Promise<Received[]>;
  close(): Promise<void>;
}

export async function startReceiver(port = 0): Promise<Receiver> {
  let atOnce = 0;
  const server = http.createServer((request, response) => {
    receiver.mostAtOnce = Math.max(receiver.mostAtOnce, ++atOnce);
    response.once('close', () => atOnce--);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString();
      const headers = request.headers as Record<string, string>;
      const received: Received = { path: request.url ?? '', headers, raw, payload: JSON.parse(raw) };
      receiver.received.push(received);
      receiver.behaviour(response, received);
    });
  });
  server.listen(port, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    behaviour: answerWith(200),
    mostAtOnce: 0,
    have: (count) => until(() => (receiver.received.length >= count ? receiver.received : undefined)),
    close: async () => {
      if (!server.listening) return;
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
  return receiver;
}
