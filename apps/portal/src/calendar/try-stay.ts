import { bookingPublicContract } from '@keyhaven/contracts/booking/public-contract';
import type { CalendarNight } from '@keyhaven/contracts/pricing/calendar';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { bodyOf } from '@keyhaven/service/peers/contract-client';
import { addDays } from '@keyhaven/stays/calendar-date';
import type { PortalServices } from '../services/portal-services';
import { asSentence } from '../visit/form-refusal';
import type { Session } from '../visit/visit';

/** The API's response to a test quote, which stores nothing. */
export interface TriedStay {
  arrival: string;
  departure: string;
  nights: number;
  /** Undefined if a service that computes quotes is unavailable. */
  outcome: { isSold: true; total: number; currencyCode: string } | { isSold: false; messages: string[] } | undefined;
}

/**
 * Requests a test quote for one adult and the shortest stay that begins on a date. A refusal contains the broken rules
 * with their values. Returns undefined for members, because their scope allows no POST.
 */
export async function tryStay(
  { api }: Pick<PortalServices, 'api'>,
  session: Session,
  propertyId: number,
  date: string,
  night: CalendarNight | undefined,
): Promise<TriedStay | undefined> {
  if (session.person.role !== 'owner') return undefined;
  const nights = night?.rules?.min_nights ?? 1;
  const stay = { arrival: date, departure: addDays(date, nights) };
  const body = { property_id: propertyId, ...stay, adults: 1, test: true, generate_charges: true };
  try {
    const { total_amount, currency_code } = bodyOf(
      await api('booking', bookingPublicContract, session).createQuote({ body }),
    );
    return { ...stay, nights, outcome: { isSold: true, total: total_amount, currencyCode: currency_code } };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status >= 500) return { ...stay, nights, outcome: undefined };
    return { ...stay, nights, outcome: { isSold: false, messages: error.messages.map(asSentence) } };
  }
}
