import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { RawAnswer } from '@keyhaven/service/http/raw-answer';
import { statusAt } from '../quotes/domain/quote-status';
import type { BookingStore } from '../store/booking-store';
import { loadReferences, propertyOf, timeZoneOf } from '../store/references';
import type { QuotedStayBody } from '../store/stay.model';
import { findForm } from './find-form';
import { formPage, type FormValues, messagePage } from './form-page';

/** Shows the page of a quote: a form while the quote is open, otherwise the reason why the quote cannot be booked. */
export async function showPaymentForm(store: BookingStore, key: string): Promise<RawAnswer> {
  const found = await findForm(store, key);
  return found ? pageOf(store, found.scope, found.stay) : unknownPage();
}

export function unknownPage(): RawAnswer {
  return messagePage('This offer does not exist', 'The address may be incomplete. Please ask your host for it.', 404);
}

/** The page of a quote in its current state. @param notices what is wrong with the guest's details. */
export async function pageOf(
  store: BookingStore,
  scope: AccountScope,
  { quote, booking }: QuotedStayBody,
  values?: FormValues,
  notices?: readonly string[],
): Promise<RawAnswer> {
  if (quote.is_deleted) return messagePage('This offer was withdrawn', 'Please ask your host for a new one.', 410);
  switch (statusAt(quote, new Date())) {
    case 'accepted':
      if (booking?.status === 'canceled') {
        return messagePage(
          'Your booking was canceled',
          'Nothing is booked any more. Please ask your host if you would like to stay after all.',
          410,
        );
      }
      return messagePage('Your stay is booked', 'Thank you. Your host will be in touch with you.');
    case 'expired':
      return messagePage('This offer has expired', 'Please ask your host for a new one.', 410);
    case 'preempted':
      return messagePage(
        'This offer is no longer available',
        'Somebody else has booked these nights in the meantime. Please ask your host for other dates.',
        410,
      );
    case 'open': {
      const references = await loadReferences(store, scope, [quote]);
      const property = propertyOf(references, quote.property_id);
      if (!property.active || property.is_snoozed) {
        return messagePage('This place takes no bookings at the moment', 'Please ask your host.', 410);
      }
      return formPage(quote, references, timeZoneOf(references, quote.property_id), values, notices);
    }
  }
}
