import type { AppRoute } from '../platform/ts-rest';

/**
 * Marks a GET route that needs the scope `full`. The service refuses credentials with any other scope. Put it on the
 * route as `metadata`.
 */
export const fullScopeRoute = { needsFullScope: true } as const;

/** The scope that credentials need for a public route: `read` for reads, `full` for everything else. */
export function scopeOf({ method, metadata }: Pick<AppRoute, 'method' | 'metadata'>): 'read' | 'full' {
  const isMarked = typeof metadata === 'object' && metadata !== null && 'needsFullScope' in metadata;
  return method === 'GET' && !isMarked ? 'read' : 'full';
}
