import type { AppRouteMutation } from '../platform/ts-rest';
import type { z } from 'zod';

/**
 * A route that other services call. Success is a 200 with a body. Every other status is a failure.
 */
export type InternalRoute = AppRouteMutation & { method: 'POST'; body: z.ZodType; responses: { 200: z.ZodType } };

/**
 * Marks an internal route that acts for a person. Its refusals (400, 403, 404, 409, 410, 422, 429)
 * reach the caller unchanged, so that the caller can show them. On other routes, every failure
 * becomes a 503 for the caller. Put it on the route as `metadata`.
 */
export const refusingRoute = { refuses: true } as const;

/** Whether the refusals of the route reach the caller unchanged. */
export function refuses({ metadata }: Pick<InternalRoute, 'metadata'>): boolean {
  return typeof metadata === 'object' && metadata !== null && 'refuses' in metadata && metadata.refuses === true;
}

/** The routes of one service for other services. The metadata of each route contains the name of the service. */
export type InternalContract = Record<string, InternalRoute & { metadata: { service: string } }>;

/** Creates the contract of the routes that `service` offers to other services. */
export function internalContract<const Routes extends Record<string, InternalRoute>>(service: string, routes: Routes) {
  const named = Object.entries(routes).map(([name, route]) => [
    name,
    { ...route, metadata: { ...objectOf(route.metadata), service } },
  ]);
  return Object.fromEntries(named) as {
    [Name in keyof Routes]: Routes[Name] & { metadata: { service: string } };
  };
}

function objectOf(metadata: unknown): object {
  return typeof metadata === 'object' && metadata !== null ? metadata : {};
}

/** The name of the service that serves a contract. */
export function serviceOf(contract: InternalContract): string {
  return Object.values(contract)[0]!.metadata.service;
}
