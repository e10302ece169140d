import { type AccountScope, accountId } from '@keyhaven/persistence/account-scope';
import type { BookingStore } from '../store/booking-store';
import type { QuotedStayBody } from '../store/stay.model';

/**
 * Finds the stay of a payment form. The form's key begins with the id of the account. Returns undefined for an unknown
 * key.
 */
export async function findForm(
  store: BookingStore,
  key: string,
  deadline?: Date,
): Promise<{ scope: AccountScope; stay: QuotedStayBody } | undefined> {
  const [, account] = /^([0-9a-z]{1,11})-[0-9a-f]{32}$/.exec(key) ?? [];
  const userId = account === undefined ? 0 : Number.parseInt(account, 36);
  if (!Number.isSafeInteger(userId) || userId <= 0) return undefined;
  const scope = { accountId: accountId(userId), deadline };
  const stay = await store.quotes.findOne(scope, { 'quote.form_key': key });
  return stay && { scope, stay };
}
