import net from 'node:net';

/**
 * A network address on which the database listens, for clients on other machines or in other
 * containers.
 */
export interface NetworkAddress {
  /** An IP address of this machine; 0.0.0.0 and :: mean all of its addresses. */
  host: string;
  /** 0 means any free port. */
  port: number;
}

/**
 * Parses an address such as `0.0.0.0:27017` or `[::]:27017`.
 * @throws Error that says what is expected.
 */
export function parseNetworkAddress(text: string): NetworkAddress {
  const [, host = '', port = ''] = /^\[?([^[\]]+)\]?:(\d{1,5})$/.exec(text) ?? [];
  if (net.isIP(host) === 0 || Number(port) > 65535)
    throw new Error(`"${text}" is not an address to listen on: expected an IP address and a port, as in 0.0.0.0:27017`);
  return { host, port: Number(port) };
}

/**
 * Listens on a network address. There are no credentials: everyone who can reach the address can
 * read and change all data.
 * @returns the URI for drivers
 * @throws Error with the address if the address cannot be used
 */
export async function listenOnNetwork(listener: net.Server, { host, port }: NetworkAddress): Promise<string> {
  const inUrl = net.isIPv6(host) ? `[${host}]` : host;
  await new Promise<void>((resolve, reject) => {
    listener.once('error', (error) =>
      reject(new Error(`the embedded database cannot listen on ${inUrl}:${port}: ${error.message}`, { cause: error })),
    );
    listener.listen({ host, port }, resolve);
  });
  const bound = listener.address();
  return `mongodb://${inUrl}:${typeof bound === 'object' && bound ? bound.port : port}`;
}
