import type { AppRouteMutation } from '@ts-rest/core';
import type { z } from 'zod';

/** A route that other services call. A success is a 200 with a body; every other status is a failure. */
export type InternalRoute = AppRouteMutation & { method: 'POST'; body: z.ZodType; responses: { 200: z.ZodType } };

/** The routes of one service for the others. The metadata of each route names the service. */
export type InternalContract = Record<string, InternalRoute & { metadata: { service: string } }>;

/** Makes the contract of the routes that `service` offers to other services. */
export function internalContract<const Routes extends Record<string, InternalRoute>>(service: string, routes: Routes) {
  const named = Object.entries(routes).map(([name, route]) => [name, { ...route, metadata: { service } }]);
  return Object.fromEntries(named) as {
    [Name in keyof Routes]: Routes[Name] & { metadata: { service: string } };
  };
}

/** The name of the service that serves a contract. */
export function serviceOf(contract: InternalContract): string {
  return Object.values(contract)[0]!.metadata.service;
}
