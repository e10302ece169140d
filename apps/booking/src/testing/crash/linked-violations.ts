import type { Connection } from 'mongoose';
import type { StayDocument } from '../../store/stay.model';
import type { LinkDocument } from '../../store/link.model';

/**
 * The violations, as sentences, in the linked records of a database when no job is left: each record that occupies
 * nights for which an active link counts must be shown once at the other property, unchanged, and nothing else may be
 * shown.
 */
export async function linkedViolations(connection: Connection): Promise<string[]> {
  const [stays, links] = await Promise.all([
    connection
      .collection<StayDocument>('stays')
      .find({ booking: { $exists: true } })
      .toArray(),
    connection.collection<LinkDocument>('links').find({ state: 'active' }).toArray(),
  ]);
  const expected = stays
    .filter(({ source, booking }) => !source && booking.status !== 'canceled')
    .flatMap(({ _id, user_id, booking }) =>
      links
        .filter((link) => link.user_id === user_id && link.counts_from < booking.departure)
        .filter(({ property_ids }) => property_ids.includes(booking.property_id))
        .map(({ property_ids: [a, b] }) => shown(_id, booking, a === booking.property_id ? b : a)),
    );
  const present = stays
    .filter(({ source, booking }) => source && booking.status !== 'canceled')
    .map(({ source, booking }) => shown(source!.stay_id, booking, booking.property_id));
  return [
    ...expected.filter((record) => !present.includes(record)).map((record) => `no linked record shows ${record}`),
    ...present
      .filter((record, index) => !expected.includes(record) || present.indexOf(record) !== index)
      .map((record) => `a linked record shows ${record}, which is not so`),
  ];
}

type Shown = Pick<StayDocument['booking'], 'arrival' | 'departure' | 'status'>;

function shown(stayId: number, { arrival, departure, status }: Shown, propertyId: number): string {
  return `stay ${stayId} at property ${propertyId}: ${arrival} to ${departure}, ${status}`;
}
