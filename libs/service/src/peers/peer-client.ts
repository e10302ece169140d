import { type InternalContract, type InternalRoute, serviceOf } from '@keyhaven/contracts/shared/internal-contract';
import { insertParamsIntoPath } from '@ts-rest/core';
import type { z } from 'zod';
import type { PeerConnection } from './peer-connection';

type Answer<Route extends InternalRoute> = z.output<Route['responses'][200]>;
type Params<Route extends InternalRoute> = Route extends { pathParams: infer Schema extends z.ZodType }
  ? { params: z.input<Schema> }
  : { params?: undefined };

export interface PeerCallOptions<Result> {
  /** The id of the request that this call is for, for the log of the called service. */
  requestId?: string;
  /** A cheaper schema for a large answer, in place of the contract's. */
  readAs?: z.ZodType<Result>;
}

/**
 * Calls one route of another service.
 * @throws ApiError unavailable when the service cannot be reached, does not answer within two seconds, answers an error,
 *   or answers what the contract does not allow.
 */
export type PeerCall<Route extends InternalRoute> = (
  request: { body: z.input<Route['body']> } & Params<Route>,
  options?: PeerCallOptions<Answer<Route>>,
) => Promise<Answer<Route>>;

/** One function for each route of an internal contract. */
export type PeerClient<Contract extends InternalContract> = { [Name in keyof Contract]: PeerCall<Contract[Name]> };

/**
 * Makes the client of an internal contract.
 * @throws Error if the connection leads to another service.
 */
export function peerClient<Contract extends InternalContract>(
  contract: Contract,
  connection: PeerConnection,
): PeerClient<Contract> {
  const service = serviceOf(contract);
  if (service !== connection.service) {
    throw new Error(`the contract of ${service} cannot be called through a connection to ${connection.service}`);
  }
  const calls = Object.entries(contract).map(([name, route]) => [name, callOf(route, connection)]);
  return Object.fromEntries(calls) as PeerClient<Contract>;
}

function callOf({ path, responses }: InternalRoute, connection: PeerConnection): PeerCall<InternalRoute> {
  return ({ body, params = {} }: { body: unknown; params?: object }, { requestId, readAs } = {}) =>
    connection.post({
      path: insertParamsIntoPath({ path, params }),
      body,
      answer: readAs ?? responses[200],
      requestId,
    });
}
