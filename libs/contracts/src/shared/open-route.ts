import type { AppRoute } from '@ts-rest/core';

/**
 * Marks a public route that needs no credentials, because its address is the secret: a guest's payment form, an
 * attachment with a signature. Put it on the route as `metadata: openRoute`.
 */
export const openRoute = { isOpen: true } as const;

export function isOpenRoute({ metadata }: Pick<AppRoute, 'metadata'>): boolean {
  return typeof metadata === 'object' && metadata !== null && 'isOpen' in metadata && metadata.isOpen === true;
}
