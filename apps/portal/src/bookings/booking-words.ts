import type { Booking, BookingType } from '@keyhaven/contracts/booking/booking';
import type { NoticeKind } from '@keyhaven/pages/components/notice';

export const typeWords: Readonly<Record<BookingType, string>> = {
  booking: 'Guest booking',
  block: 'Block',
  quote_hold: 'Hold of a quote',
  linked_availability: 'Linked property',
  owner: 'Owner booking',
};

export const statusKinds: Readonly<Record<Booking['status'], NoticeKind | undefined>> = {
  active: 'ok',
  pending: 'warn',
  canceled: undefined,
};

type Named = Pick<Booking, 'guest' | 'title' | 'type'>;

/** Returns a name for a booking: the name of its guest, or else its title, or else its type. */
export function bookingName({ guest, title, type }: Named): string {
  const guestName = guest ? `${guest.first_name} ${guest.last_name}`.trim() : '';
  return guestName || title?.trim() || typeWords[type];
}

/** Describes the number of guests in words, such as: 2 adults, 1 child, 1 pet. */
export function partyWords(party: Pick<Booking, 'adults' | 'children' | 'infants' | 'pets'>): string {
  const words = [
    count(party.adults, 'adult', 'adults'),
    count(party.children, 'child', 'children'),
    count(party.infants, 'infant', 'infants'),
    count(party.pets, 'pet', 'pets'),
  ].filter((text) => text !== '');
  return words.length > 0 ? words.join(', ') : 'Nobody';
}

function count(number: number, one: string, several: string): string {
  if (number === 0) return '';
  return `${number} ${number === 1 ? one : several}`;
}
