import { randomInt } from 'node:crypto';
import net from 'node:net';

const host = '127.0.0.1';
/** Below the range from which operating systems choose the ports of connections and of servers that ask for any port. */
const [FIRST, LAST] = [20_000, 30_000];

/**
 * Returns different ports of 127.0.0.1 that are currently free. Neither a connection nor a server on any port takes a
 * port of this range. Only another caller of this function can take it, which is unlikely.
 */
export async function freePorts(count) {
  const ports = new Set();
  while (ports.size < count) {
    const port = randomInt(FIRST, LAST);
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

async function isFree(port) {
  const server = net.createServer();
  const isListening = await new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, host, () => resolve(true));
  });
  if (isListening) await new Promise((resolve) => server.close(resolve));
  return isListening;
}
