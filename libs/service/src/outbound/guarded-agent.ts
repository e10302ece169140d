import dns from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { faultOfTarget, literalOf, type OutboundRules, portOf } from './outbound-url';

/** Finds all addresses of a name. */
export type Resolve = (name: string) => Promise<{ address: string; family: number }[]>;

export interface GuardedAgentOptions extends OutboundRules {
  /** The connect timeout, in milliseconds. */
  connectTimeoutMs: number;
  resolve?: Resolve;
}

/**
 * The message that a client gets for a refused target. It never reveals what a name resolves to inside this network.
 * The operator's log does.
 */
export const refusedTargetWords = 'the address does not lead to an allowed public host';

/** Thrown when a connection to a target is not allowed. */
export class RefusedTarget extends Error {
  readonly code = 'REFUSED_TARGET';

  constructor(message: string) {
    super(message);
    this.name = 'RefusedTarget';
  }
}

/** The timeout of one query to a name server, in milliseconds, and the number of attempts. */
const DNS_TIMEOUT_MS = 2000;
const DNS_TRIES = 2;
const nameServers = new dns.promises.Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES });

/**
 * Queries the name servers directly. The system's resolver would block one of the few threads of the process, so one
 * name whose server does not answer would delay all others.
 */
export const resolveByDns: Resolve = async (name) => {
  const [four, six] = await Promise.allSettled([nameServers.resolve4(name), nameServers.resolve6(name)]);
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
  const found = (answer: typeof four, family: number) =>
    answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];
  return [...found(four, 4), ...found(six, 6)];
};

/**
 * Creates the agent for requests to URLs that customers enter. It checks the IP address that it actually connects to,
 * so a name cannot pass the check and then resolve to another address. If one of several addresses of a name is not
 * allowed, the name is refused. undici does not follow redirects.
 */
export function guardedAgent(options: GuardedAgentOptions): Agent {
  const { connectTimeoutMs, resolve = resolveByDns } = options;
  const connect: buildConnector.connector = (target, callback) => {
    const { protocol, port } = target;
    const faultOf = (address: string) =>
      faultOfTarget(address, protocol, portOf({ protocol, port: port ?? '' }), options);
    // Node does not look up a host that is an IP address, so check it here.
    const literal = literalOf(target.hostname);
    const fault = literal === undefined ? undefined : faultOf(literal);
    if (fault !== undefined) return callback(new RefusedTarget(fault), null);
    const connector = buildConnector({ timeout: connectTimeoutMs, lookup: guardedLookup(resolve, faultOf) });
    connector(target, callback);
  };
  // Open one connection for each parallel request. A request that waited for a free connection would be delayed by
  // other requests to the same host.
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

/** Finds a RefusedTarget among the causes of an error. Returns undefined if the request failed for another reason. */
export function refusedTargetIn(error: unknown): RefusedTarget | undefined {
  if (error instanceof RefusedTarget) return error;
  return error instanceof Error ? refusedTargetIn(error.cause) : undefined;
}
