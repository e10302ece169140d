import net from 'node:net';

/** A proxy that distributes connections over targets. Targets can be added at any time. */
export interface Balancer {
  url: string;
  /**
   * @param readyUrl a URL that returns 200 while the target can serve requests. `/livez` on the same server must return
   *   200 while the process of the target runs.
   */
  add(url: string, readyUrl: string): void;
  close(): void;
}

/** The interval of readiness checks, in milliseconds. */
const CHECK_EVERY_MS = 500;
/** The time limit of a readiness check, in milliseconds. */
const CHECK_MS = 1000;
/**
 * The connections to a target are closed after this many checks in a row found the target silent,
 * so that the clients stop waiting.
 */
const CUT_AFTER = 3;

/** The result of a check. An `unready` target still answers requests. A `silent` one answers nothing. */
type State = 'ready' | 'unready' | 'silent';

interface Target {
  address: URL;
  /** Only ready targets get new connections, unless no target is ready. */
  state: State;
  /** How many checks in a row found the target silent. */
  silences: number;
  clients: Set<net.Socket>;
}

/**
 * Accepts connections on a free port and passes each to the next ready target. If no target is
 * ready, tries all targets, because an error response is more useful to a client than a closed
 * connection.
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

/**
 * Checks a target. Asks `/livez` too, because a target whose database is paused answers `/readyz` late or never, but
 * answers `/livez` immediately.
 */
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
