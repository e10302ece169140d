import type { AppRoute } from '../platform/ts-rest';
import { z } from 'zod';
import { CLIENT_ADDRESS_HEADER, CLIENT_AUTHORIZATION_HEADER } from './headers';

/**
 * Marks a public route that needs no credentials because its URL is secret, such as a guest's payment form or a signed
 * attachment. Put it on the route as `metadata: openRoute`.
 */
export const openRoute = { isOpen: true } as const;

export function isOpenRoute({ metadata }: Pick<AppRoute, 'metadata'>): boolean {
  return typeof metadata === 'object' && metadata !== null && 'isOpen' in metadata && metadata.isOpen === true;
}

/**
 * Marks an open route that authenticates clients itself, like the OAuth endpoints. The gateway then forwards the
 * client's Authorization header and IP address in separate headers. The route reads both with `clientHeaders`.
 */
export const clientRoute = { isOpen: true, passesClient: true } as const;

export const clientHeaders = z.object({
  [CLIENT_AUTHORIZATION_HEADER]: z
    .string()
    .max(4000)
    .optional()
    .describe("Set by the gateway: the client's `Authorization` header."),
  [CLIENT_ADDRESS_HEADER]: z.string().max(100).optional().describe('Set by the gateway: the IP address of the client.'),
});

/** Whether the gateway forwards the client's own credentials. */
export function passesClient({ metadata }: Pick<AppRoute, 'metadata'>): boolean {
  return (
    typeof metadata === 'object' && metadata !== null && 'passesClient' in metadata && metadata.passesClient === true
  );
}
