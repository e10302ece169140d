import type { Connection } from 'mongoose';
import type { StayDocument } from '../../store/stay.model';
import type { LinkDocument } from '../../store/link.model';

/**
 * Describes wrong or missing linked_availability records in a database whose jobs are all done.
 * Each stay that occupies nights of an active link must have exactly one linked_availability record
 * at the other property, with the same dates and status. Every other linked_availability record must
 * be canceled.
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
        .map(({ property_ids: [a, b] }) => describe(_id, booking, a === booking.property_id ? b : a)),
    );
  const present = stays
    .filter(({ source, booking }) => source && booking.status !== 'canceled')
    .map(({ source, booking }) => describe(source!.stay_id, booking, booking.property_id));
  return [
    ...expected.filter((record) => !present.includes(record)).map((record) => `no linked record of ${record}`),
    ...present
      .filter((record, index) => !expected.includes(record) || present.indexOf(record) !== index)
      .map((record) => `an outdated or second linked record of ${record}`),
  ];
}

type Described = Pick<StayDocument['booking'], 'arrival' | 'departure' | 'status'>;

function describe(stayId: number, { arrival, departure, status }: Described, propertyId: number): string {
  return `stay ${stayId} at property ${propertyId}: ${arrival} to ${departure}, ${status}`;
}
