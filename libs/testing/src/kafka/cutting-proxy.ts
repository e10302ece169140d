import net from 'node:net';

/** The API keys (Kafka's numbers for the types of requests) that tests intercept. */
export const API = { produce: 0, fetch: 1, offsetCommit: 8, heartbeat: 12 } as const;

/**
 * What happens to a response of the broker:
 * - `pass`: the client receives the response
 * - `swallow`: the response is dropped, and the connection stays open
 * - `cut`: the response is dropped, and the connection is closed
 */
export type Fate = 'pass' | 'swallow' | 'cut';

/** A response on its way to the client. The broker has already carried out the request. */
export interface AnswerOnTheWay {
  /** The API key (request type) of the answered request. */
  api: number;
  /** How many requests with this API key were answered before this one. */
  index: number;
}

export interface CuttingProxy {
  readonly port: number;
  /** Decides what happens to a response. Tests replace this function. */
  decide: (answer: AnswerOnTheWay) => Fate;
  /** The number of responses that were dropped. */
  readonly lost: number;
  /** Accepts or refuses new connections. Refusing also closes the open connections. */
  setOpen(open: boolean): void;
  close(): Promise<void>;
}

/**
 * A proxy between Kafka clients and a broker. The broker advertises the proxy's address. The proxy
 * parses the messages of both sides, so that it can drop a response after the broker has carried
 * out the request. A client cannot distinguish this failure from a failure before the request was
 * carried out.
 */
export async function startCuttingProxy(): Promise<CuttingProxy & { aimAt(port: number): void }> {
  const sockets = new Set<net.Socket>();
  const seen = new Map<number, number>();
  let target = 0;
  let open = true;
  let lost = 0;

  const server = net.createServer((client) => {
    if (!open) return void client.destroy();
    const broker = net.connect({ host: '127.0.0.1', port: target });
    const kinds = new Map<number, number>();
    for (const [socket, other] of [
      [client, broker],
      [broker, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    onFrames(client, (frame) => {
      kinds.set(frame.readInt32BE(8), frame.readInt16BE(4));
      broker.write(frame);
    });
    onFrames(broker, (frame) => {
      const api = kinds.get(frame.readInt32BE(4)) ?? -1;
      const index = seen.get(api) ?? 0;
      seen.set(api, index + 1);
      const fate = proxy.decide({ api, index });
      if (fate === 'pass') return void client.write(frame);
      lost++;
      if (fate === 'cut') client.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const proxy = {
    port: (server.address() as net.AddressInfo).port,
    decide: (): Fate => 'pass',
    get lost() {
      return lost;
    },
    aimAt: (port: number) => void (target = port),
    setOpen: (value: boolean) => {
      open = value;
      if (!open) for (const socket of sockets) socket.destroy();
    },
    close: async () => {
      proxy.setOpen(false);
      await new Promise((resolve) => server.close(resolve));
    },
  } as CuttingProxy & { aimAt(port: number): void };
  return proxy;
}

/** Splits the stream into whole frames: four bytes of length, then the content. */
function onFrames(socket: net.Socket, take: (frame: Buffer) => void): void {
  let buffered: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk]);
    while (buffered.length >= 4 && buffered.length >= 4 + buffered.readInt32BE(0)) {
      const end = 4 + buffered.readInt32BE(0);
      take(buffered.subarray(0, end));
      buffered = buffered.subarray(end);
    }
  });
}
