import dns from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { faultOfTarget, literalOf, type OutboundRules, portOf } from './outbound-url';

/** Returns all IP addresses of a host name. */
export type Resolve = (name: string) => Promise<{ address: string; family: number }[]>;

export interface GuardedAgentOptions extends OutboundRules {
  /** How long opening a connection may take, in milliseconds. */
  connectTimeoutMs: number;
  resolve?: Resolve;
}

/**
 * The message for the client if a target is refused. It must not reveal the addresses to which a
 * name resolves inside this network. The operator's log contains them.
 */
export const refusedTargetWords = 'the address does not lead to an allowed public host';

/** Thrown if a connection to a target is not allowed. */
export class RefusedTarget extends Error {
  readonly code = 'REFUSED_TARGET';

  constructor(message: string) {
    super(message);
    this.name = 'RefusedTarget';
  }
}

/** How long one DNS query may take, in milliseconds, and how many times it is sent. */
const DNS_TIMEOUT_MS = 2000;
const DNS_TRIES = 2;
const nameServers = new dns.promises.Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES });

/**
 * Queries the name servers directly. The system's resolver would occupy one of the few threads of
 * Node's thread pool, so a name server that does not answer would delay the resolution of all other
 * names.
 */
export const resolveByDns: Resolve = async (name) => {
  const [four, six] = await Promise.allSettled([nameServers.resolve4(name), nameServers.resolve6(name)]);
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
  const found = (answer: typeof four, family: number) =>
    answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];
  return [...found(four, 4), ...found(six, 6)];
};

/**
 * Creates the agent for requests to URLs that customers enter. It checks the IP address to which it
 * really connects, so a name cannot first pass the check and then resolve to a different address.
 * If one address of a name is not allowed, the whole name is refused. Redirects are not followed,
 * because undici does not follow them.
 */
export function guardedAgent(options: GuardedAgentOptions): Agent {
  const { connectTimeoutMs, resolve = resolveByDns } = options;
  const connect: buildConnector.connector = (target, callback) => {
    const { protocol, port } = target;
    const faultOf = (address: string) =>
      faultOfTarget(address, protocol, portOf({ protocol, port: port ?? '' }), options);
    // Node does not call `lookup` if the host is an IP address, so check the address here.
    const literal = literalOf(target.hostname);
    const fault = literal === undefined ? undefined : faultOf(literal);
    if (fault !== undefined) return callback(new RefusedTarget(fault), null);
    const connector = buildConnector({ timeout: connectTimeoutMs, lookup: guardedLookup(resolve, faultOf) });
    connector(target, callback);
  };
  // undici opens a connection for each parallel request. With a limit on connections, a request
  // would wait for other requests to the same host.
  return new Agent({ connect, pipelining: 1 });
}

function guardedLookup(resolve: Resolve, faultOf: (address: string) => string | undefined): LookupFunction {
  return (name, { all, family }, callback) => {
    resolve(name).then(
      (found) => {
        const refused = found.map(({ address }) => faultOf(address)).find((fault) => fault !== undefined);
        if (refused !== undefined) return callback(new RefusedTarget(`${name}: ${refused}`), '', 0);
        const usable = family ? found.filter((entry) => entry.family === Number(family)) : found;
        if (usable.length === 0) return callback(new Error(`${name} has no address`), '', 0);
        if (all) callback(null, usable);
        else callback(null, usable[0]!.address, usable[0]!.family);
      },
      (error: unknown) => callback(new Error(`${name} cannot be resolved: ${String(error)}`), '', 0),
    );
  };
}

/**
 * Returns the RefusedTarget among the causes of an error; undefined if the request failed for
 * another reason.
 */
export function refusedTargetIn(error: unknown): RefusedTarget | undefined {
  if (error instanceof RefusedTarget) return error;
  return error instanceof Error ? refusedTargetIn(error.cause) : undefined;
}
