import type { AppRoute } from '@keyhaven/contracts/platform/ts-rest';
import type { WriteExample } from './write-example';

/** Examples of the write routes that every service with a database has. */
export const commonWriteExamples: Record<string, WriteExample> = {
  'POST /operator/resync': { needsNoKey: 'it belongs to no account, and the resync that it starts stores the key' },
  'POST /operator/dead_letters/redrive': { needsNoKey: 'processing an event twice changes nothing' },
};

/**
 * Examples of internal routes that only the portal calls. The portal sends no Idempotency-Keys,
 * because it never repeats a call.
 */
export function examplesOfPages(...routers: readonly Record<string, AppRoute>[]): Record<string, WriteExample> {
  const routes = routers.flatMap((router) => Object.values(router));
  return Object.fromEntries(
    routes.map(({ method, path }) => [`${method} ${path}`, { needsNoKey: 'the portal sends no keys' }]),
  );
}
