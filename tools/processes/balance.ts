import net from 'node:net';

/** An address that spreads connections over several targets, which are added later. */
export interface Balancer {
  url: string;
  /** @param readyUrl answers 200 while the target can serve; `/livez` on the same server does while its process runs. */
  add(url: string, readyUrl: string): void;
  close(): void;
}

/** How often each target is asked whether it is ready, and how long it may take to answer, in milliseconds. */
const CHECK_EVERY_MS = 500;
const CHECK_MS = 1000;
/** After so many checks without any answer the connections to a target are closed, so that their clients stop waiting. */
const CUT_AFTER = 3;

/** What a check found: an `unready` target still answers requests; a `silent` one answers nothing. */
type State = 'ready' | 'unready' | 'silent';

interface Target {
  address: URL;
  /** Only ready targets get new connections. */
  state: State;
  /** Checks in a row that found it silent. */
  silences: number;
  clients: Set<net.Socket>;
}

/**
 * Takes connections on a free port and passes each to the next target that is ready. While none is, all are tried: their
 * answers say more about what is wrong than a closed connection.
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

/** A target whose database is frozen answers `/readyz` late or never, but `/livez` immediately. */
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

/** Passes a connection to the first target that accepts it. */
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
