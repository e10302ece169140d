import type { Quote, QuoteStatus } from '@keyhaven/contracts/booking/quote';
import type { NoticeKind } from '@keyhaven/pages/components/notice';

export const quoteKinds: Readonly<Record<QuoteStatus, NoticeKind | undefined>> = {
  open: 'info',
  accepted: 'ok',
  expired: undefined,
  preempted: 'warn',
};

/** The guest of a quote, who may be unknown until it is accepted. */
export function quoteGuest({ guest }: Pick<Quote, 'guest'>): string {
  return (guest ? `${guest.first_name} ${guest.last_name}`.trim() : '') || 'No guest yet';
}
