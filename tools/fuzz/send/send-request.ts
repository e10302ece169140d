import http from 'node:http';
import type { Socket } from 'node:net';
import type { Outcome, WireRequest } from './wire-request';
import { sendRaw } from './send-raw';

/** The maximum number of connections. A run has fewer lanes than this, so no request waits for a connection. */
const MAX_SOCKETS = 64;

/** Sends requests to one address. Connections are reused. */
export class Sender {
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: MAX_SOCKETS });
  readonly #address: { host: string; port: number };
  readonly #sockets = new WeakSet<Socket>();

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.#address = { host: hostname, port: Number(port) };
  }

  close(): void {
    this.#agent.destroy();
  }

  /**
   * How many requests were sent again, because the server closed a reused connection before it read
   * the request.
   */
  repeats = 0;

  /**
   * Sends a request. Never throws, because a request without a response is an outcome too. @param limitMs how long the
   * response may take.
   */
  async send(request: WireRequest, limitMs: number): Promise<Outcome> {
    const began = performance.now();
    const outcome = await (request.rawHead ? sendRaw(this.#address, request, limitMs) : this.#send(request, limitMs));
    return { ...outcome, ms: performance.now() - began };
  }

  /**
   * Ignores errors of a socket after the response has arrived, because the server need not read the rest of a large
   * body.
   */
  #guard(socket: Socket): void {
    if (this.#sockets.has(socket)) return;
    this.#sockets.add(socket);
    socket.on('error', () => {});
  }

  /** @param agent the pool of connections, or `false` to open a new connection. */
  #send(wire: WireRequest, limitMs: number, agent: http.Agent | false = this.#agent): Promise<Outcome> {
    const { method, target, headers, body, isChunked } = wire;
    const framing: [string, string][] = body
      ? [isChunked ? ['Transfer-Encoding', 'chunked'] : ['Content-Length', String(body.length)]]
      : [];
    const host: [string, string] = ['Host', `${this.#address.host}:${this.#address.port}`];
    const sent = [host, ...headers, ...framing].flat();
    return new Promise((resolve) => {
      const request = http.request({ ...this.#address, agent, method, path: target, headers: sent });
      const timer = setTimeout(() => {
        end({ failure: 'no answer in time', detail: `${limitMs} ms`, ms: 0 });
        request.destroy();
      }, limitMs);
      const end = (outcome: Outcome) => {
        clearTimeout(timer);
        resolve(outcome);
      };
      request.on('socket', (socket) => this.#guard(socket));
      request.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => end(outcomeOf(response, Buffer.concat(chunks))));
        response.on('error', (error) => end(closed(error)));
      });
      request.on('error', (error) => {
        // A server may close a reused connection before it reads the next request. In this case,
        // HTTP clients send the request again. If the request itself makes the server close the
        // connection, the second attempt fails too, because it has a new connection.
        if (!request.reusedSocket || agent === false) return end(closed(error));
        this.repeats++;
        return void this.#send(wire, limitMs, false).then(end);
      });
      request.end(body);
    });
  }
}

function outcomeOf({ statusCode = 0, headers }: http.IncomingMessage, body: Buffer): Outcome {
  const named = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  return { status: statusCode, headers: Object.fromEntries(named) as Record<string, string>, body, ms: 0 };
}

const closed = (error: Error): Outcome => ({
  failure: 'the connection was closed without an answer',
  detail: error.message,
  ms: 0,
});
