import type { QuotePatch } from '@keyhaven/contracts/booking/quote-input';
import { isDryRun } from '@keyhaven/persistence/dry-run';

/**
 * Checks that a request with `test` runs as a dry run. @throws Error when the result of the request
 * would be stored.
 */
export function assertTestIsDry({ test = false }: Pick<QuotePatch, 'test'>): void {
  if (test && !isDryRun()) throw new Error('a test of a quote must be a dry run');
}
