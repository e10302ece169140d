import type { Quote, QuoteStatus } from '@keyhaven/contracts/booking/quote';
import type { NoticeKind } from '@keyhaven/pages/components/notice';

export const quoteKinds: Readonly<Record<QuoteStatus, NoticeKind | undefined>> = {
  open: 'info',
  accepted: 'ok',
  expired: undefined,
  preempted: 'warn',
};

/** Returns the name of the guest of a quote. The guest may be unknown until the quote is accepted. */
export function quoteGuest({ guest }: Pick<Quote, 'guest'>): string {
  return (guest ? `${guest.first_name} ${guest.last_name}`.trim() : '') || 'No guest yet';
}
