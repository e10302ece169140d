import type { AppRoute } from '../platform/ts-rest';

/**
 * Marks a route that occupies nights or checks whether they are free, and may therefore respond with `nights_taken`.
 * Put it on the route as `metadata`.
 */
export const nightsRoute = { takesNights: true } as const;

export function takesNights({ metadata }: Pick<AppRoute, 'metadata'>): boolean {
  return typeof metadata === 'object' && metadata !== null && 'takesNights' in metadata;
}
