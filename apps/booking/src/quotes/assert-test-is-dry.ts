import type { QuotePatch } from '@keyhaven/contracts/booking/quote-input';
import { isDryRun } from '@keyhaven/persistence/dry-run';

/** A request with `test` must be a dry run. @throws Error when it would be stored. */
export function assertTestIsDry({ test = false }: Pick<QuotePatch, 'test'>): void {
  if (test && !isDryRun()) throw new Error('a test of a quote must be a dry run');
}
