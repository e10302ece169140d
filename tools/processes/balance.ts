import net from 'node:net';

/** An address that spreads connections over several others, which may be named later. */
export interface Balancer {
  url: string;
  add(url: string): void;
  close(): void;
}

/** Takes connections on a free port and passes each to the next of the addresses that takes it. */
export async function balance(): Promise<Balancer> {
  const targets: URL[] = [];
  let next = 0;
  const server = net.createServer((client) => connect(client, targets, next++));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    add: (url) => void targets.push(new URL(url)),
    close: () => server.close(),
  };
}

function connect(client: net.Socket, targets: readonly URL[], first: number, tried = 0): void {
  const target = targets[(first + tried) % targets.length];
  if (!target) return void client.destroy();
  const { hostname, port } = target;
  const upstream = net.connect(Number(port), hostname);
  client.once('error', () => upstream.destroy());
  upstream.once('connect', () => {
    client.pipe(upstream).pipe(client);
    upstream.once('error', () => client.destroy());
    client.once('close', () => upstream.destroy());
    upstream.once('close', () => client.destroy());
  });
  upstream.once('error', () => {
    if (upstream.connecting || tried + 1 >= targets.length) client.destroy();
    else connect(client, targets, first, tried + 1);
  });
}
