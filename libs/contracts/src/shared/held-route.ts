import type { AppRoute } from '../platform/ts-rest';

/**
 * Marks a route whose requests may wait a long time for a response: requests with a time in `wait`, and requests that
 * accept a stream of events. The gateway limits waiting requests separately, so that they do not block others. Put it
 * on the route as `metadata: heldRoute`.
 */
export const heldRoute = { isHeld: true } as const;

export function isHeldRoute({ metadata }: Pick<AppRoute, 'metadata'>): boolean {
  return typeof metadata === 'object' && metadata !== null && 'isHeld' in metadata && metadata.isHeld === true;
}

/**
 * Whether a request to a held route may wait. This includes a request whose `wait` is not a number, although it gets an
 * error.
 */
export function mayWait(url: string, accept: string | undefined): boolean {
  if (accept?.toLowerCase().includes('text/event-stream')) return true;
  const query = new URLSearchParams(url.split('?').slice(1).join('?'));
  return [...query].some(([name, value]) => name.toLowerCase().startsWith('wait') && Number(value) !== 0);
}
