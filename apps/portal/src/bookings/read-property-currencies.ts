import type { Booking } from '@keyhaven/contracts/booking/booking';
import { bookingPublicContract } from '@keyhaven/contracts/booking/public-contract';
import { bodyOf } from '@keyhaven/service/peers/contract-client';
import type { PortalServices } from '../services/portal-services';
import type { Session } from '../visit/visit';

/**
 * Returns the currencies of the properties whose bookings have no currency of their own, by the id of the property. For
 * such a booking, the API returns the property's currency if one booking is read, but no currency in a list. Properties
 * without a currency are left out.
 */
export async function readPropertyCurrencies(
  { api }: Pick<PortalServices, 'api'>,
  session: Session,
  bookings: readonly Booking[],
): Promise<ReadonlyMap<number, string>> {
  const without = bookings.filter(({ currency_code }) => currency_code === null);
  const ids = [...new Set(without.map(({ property_id }) => property_id))];
  if (ids.length === 0) return new Map();
  const query = { property_ids: ids.join(','), limit: ids.length };
  const { items } = bodyOf(await api('booking', bookingPublicContract, session).listProperties({ query }));
  return new Map(
    items.flatMap(({ id, currency_code }) => (currency_code === null ? [] : [[id, currency_code] as const])),
  );
}
