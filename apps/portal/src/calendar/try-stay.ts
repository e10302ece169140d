import { bookingPublicContract } from '@keyhaven/contracts/booking/public-contract';
import type { CalendarNight } from '@keyhaven/contracts/pricing/calendar';
import { errorBody } from '@keyhaven/contracts/shared/errors';
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
  outcome: { isSold: true; total: number; currencyCode: string } | { isSold: false; messages: string[] };
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
  const answer = await api('booking', bookingPublicContract, session).createQuote({ body });
  const refusal = errorBody.safeParse(answer.body);
  if (answer.status !== 200 && answer.status < 500 && refusal.success) {
    return { ...stay, nights, outcome: { isSold: false, messages: refusal.data.messages.map(asSentence) } };
  }
  const { total_amount, currency_code } = bodyOf(answer);
  return { ...stay, nights, outcome: { isSold: true, total: total_amount, currencyCode: currency_code } };
}
