import { addDays } from '@keyhaven/stays/calendar-date';
import { localTimeAt } from '@keyhaven/stays/local-time';
import type { Scenario } from '../scenario';

/** The date that is `days` days after today in UTC, as yyyy-mm-dd. */
export function dayFromNow(days: number): string {
  return addDays(localTimeAt(new Date(), 'UTC').date, days);
}

export interface Stay {
  property_id: number;
  arrival: string;
  departure: string;
}

/** The numbers of guests in the examples. */
export const party = { adults: 2, children: 1 };

/**
 * Searches, as a client would, for stays of four nights that can be quoted. All stays are at one property, each in a
 * different week.
 * @throws Error if there are fewer than `count` such stays.
 */
export async function findStays({ prepare }: Scenario, count: number): Promise<Stay[]> {
  const { items } = await prepare('listProperties', { query: { active: true } });
  const property = items.find(({ name }) => name === 'Blue Heron Cabin');
  if (!property) throw new Error('the demo data have no Blue Heron Cabin');
  const stays: Stay[] = [];
  for (let ahead = 130; ahead < 340 && stays.length < count; ahead += 7) {
    const [arrival, departure] = [dayFromNow(ahead), dayFromNow(ahead + 4)];
    const query = { property_ids: property.id, available_from: arrival, available_to: departure, ...party };
    const found = await prepare('searchProperties', { query });
    if (found.count === 1) stays.push({ property_id: property.id, arrival, departure });
  }
  if (stays.length < count) throw new Error(`found ${stays.length} free stays instead of ${count}`);
  return stays;
}
