import { type InternalContract, type InternalRoute, serviceOf } from '@keyhaven/contracts/shared/internal-contract';
import type { z } from 'zod';
import type { Peer } from './peer';

type Answer<Route extends InternalRoute> = z.output<Route['responses'][200]>;
type Params<Route extends InternalRoute> = Route extends { pathParams: infer Schema extends z.ZodType }
  ? { params: z.input<Schema> }
  : { params?: undefined };

export interface PeerCallOptions<Result> {
  /** The id of the request for which the call is sent. The called service logs it. */
  requestId?: string;
  /**
   * A schema that parses the response instead of the contract's schema. This can save time with
   * large responses.
   */
  readAs?: z.ZodType<Result>;
}

/**
 * Calls a route of another service.
 * @throws ApiError the refusal of a `refusingRoute` (see Peer.post); unavailable if the service
 *   cannot be reached, does not answer in time, answers with an error, or sends a
 *   response that violates the contract.
 */
export type PeerCall<Route extends InternalRoute> = (
  request: { body: z.input<Route['body']> } & Params<Route>,
  options?: PeerCallOptions<Answer<Route>>,
) => Promise<Answer<Route>>;

/** A function for each route of an internal contract. */
export type PeerClient<Contract extends InternalContract> = { [Name in keyof Contract]: PeerCall<Contract[Name]> };

/**
 * Creates a client for an internal contract.
 * @throws Error if the peer is not the service to which the contract belongs.
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
