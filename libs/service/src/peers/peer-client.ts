import { type InternalContract, type InternalRoute, serviceOf } from '@keyhaven/contracts/shared/internal-contract';
import type { z } from 'zod';
import type { Peer } from './peer';

type Answer<Route extends InternalRoute> = z.output<Route['responses'][200]>;
type Params<Route extends InternalRoute> = Route extends { pathParams: infer Schema extends z.ZodType }
  ? { params: z.input<Schema> }
  : { params?: undefined };

export interface PeerCallOptions<Result> {
  /** The id of the request that causes this call. The called service logs it. */
  requestId?: string;
  /** A cheaper schema that parses a large answer, instead of the contract's. */
  readAs?: z.ZodType<Result>;
}

/**
 * Calls one route of another service.
 * @throws ApiError unavailable if the service cannot be reached, does not answer within two seconds, answers an error,
 *   or answers something that the contract does not allow.
 */
export type PeerCall<Route extends InternalRoute> = (
  request: { body: z.input<Route['body']> } & Params<Route>,
  options?: PeerCallOptions<Answer<Route>>,
) => Promise<Answer<Route>>;

/** One function for each route of an internal contract. */
export type PeerClient<Contract extends InternalContract> = { [Name in keyof Contract]: PeerCall<Contract[Name]> };

/**
 * Creates the client of an internal contract.
 * @throws Error if the peer is another service than the contract's.
 */
export function peerClient<Contract extends InternalContract>(contract: Contract, peer: Peer): PeerClient<Contract> {
  const service = serviceOf(contract);
  if (service !== peer.service) {
    throw new Error(`the contract of ${service} cannot be called through a connection to ${peer.service}`);
  }
  const calls = Object.entries(contract).map(([name, route]) => [name, callOf(route, peer)]);
  return Object.fromEntries(calls) as PeerClient<Contract>;
}

function callOf(route: InternalRoute, peer: Peer): PeerCall<InternalRoute> {
  return ({ body, params = {} }: { body: unknown; params?: object }, { requestId, readAs } = {}) =>
    peer.post({ route, params, body, answer: readAs ?? route.responses[200], requestId });
}
