import { randomInt } from 'node:crypto';
import net from 'node:net';

const host = '127.0.0.1';
/** This range is below the range from which operating systems choose ports for programs that accept any free port. */
const [FIRST, LAST] = [20_000, 30_000];

/**
 * Returns different ports of 127.0.0.1 that are currently free. The operating system never chooses a port of this range
 * for another program. Another caller of this function can get the same port, but this is unlikely.
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
