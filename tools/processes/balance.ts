import net from 'node:net';

/** An address that spreads connections over several others, which may be named later. */
export interface Balancer {
  url: string;
  /** @param readyUrl answers 200 while the address can serve; `/livez` beside it does while its process lives. */
  add(url: string, readyUrl: string): void;
  close(): void;
}

/** How often each address is asked whether it is ready, and how long it may take to answer, in milliseconds. */
const CHECK_EVERY_MS = 500;
const CHECK_MS = 1000;
/** After so many checks without any answer its connections are cut, so that waiting clients learn that no answer will come. */
const CUT_AFTER = 3;

/** What a check found: `unready` lives, and answers what it was asked; `silent` gives no sign of life. */
type State = 'ready' | 'unready' | 'silent';

interface Target {
  address: URL;
  /** It gets new connections while it is ready. */
  state: State;
  /** Checks in a row that found it silent. */
  silences: number;
  clients: Set<net.Socket>;
}

/**
 * Takes connections on a free port and passes each to the next of the addresses that are ready. Where none is, all are
 * tried: each says better than a cut connection what is wrong.
 */
export async function balance(): Promise<Balancer> {
  const targets: Target[] = [];
  const timers: NodeJS.Timeout[] = [];
  let next = 0;
  const server = net.createServer((client) => {
    client.on('error', () => client.destroy());
    const ready = targets.filter(({ state }) => state === 'ready');
    const candidates = ready.length > 0 ? ready : targets;
    const first = next++ % Math.max(candidates.length, 1);
    connect(client, [...candidates.slice(first), ...candidates.slice(0, first)]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    add: (url, readyUrl) => {
      const target: Target = { address: new URL(url), state: 'ready', silences: 0, clients: new Set() };
      targets.push(target);
      let isAsked = false;
      const check = async () => {
        if (isAsked) return;
        isAsked = true;
        target.state = await stateOf(readyUrl);
        target.silences = target.state === 'silent' ? target.silences + 1 : 0;
        isAsked = false;
        if (target.silences >= CUT_AFTER) for (const client of target.clients) client.destroy();
      };
      timers.push(setInterval(() => void check(), CHECK_EVERY_MS));
    },
    close: () => {
      for (const timer of timers) clearInterval(timer);
      server.close();
      for (const { clients } of targets) for (const client of clients) client.destroy();
    },
  };
}

/** Whether it is ready may take longer to tell while its database is frozen: that it lives, it says at once. */
async function stateOf(readyUrl: string): Promise<State> {
  const [isReady, isAlive] = await Promise.all([readyUrl, new URL('/livez', readyUrl)].map(isOk));
  if (isReady) return 'ready';
  return isAlive ? 'unready' : 'silent';
}

async function isOk(url: string | URL): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(CHECK_MS) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

/** Passes a connection to the first of the targets that takes it. */
function connect(client: net.Socket, [target, ...others]: readonly Target[]): void {
  if (!target) return void client.destroy();
  const { hostname, port } = target.address;
  const upstream = net.connect(Number(port), hostname);
  let isConnected = false;
  client.once('close', () => upstream.destroy());
  upstream.once('connect', () => {
    isConnected = true;
    target.clients.add(client);
    client.once('close', () => target.clients.delete(client));
    client.pipe(upstream).pipe(client);
  });
  upstream.on('error', () => {});
  upstream.once('close', () => {
    if (isConnected || client.destroyed) client.destroy();
    else connect(client, others);
  });
}
