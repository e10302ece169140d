import { sumAmounts } from '@keyhaven/stays/money';
import type { QuotePart } from './quote-part';

/** The sum of a quote's charges, in the currency of the quote. */
export function quoteTotal({ charges, currency_code }: Pick<QuotePart, 'charges' | 'currency_code'>): number {
  return sumAmounts(
    charges.map(({ amount }) => amount),
    currency_code,
  );
}
