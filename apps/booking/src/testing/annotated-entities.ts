import type { BookingUnderTest, TestAccount } from './booking-under-test';

/** The ids of one record of each type. */
export interface AnnotatedEntities {
  booking: number;
  guest: number;
  owner: number;
  property: number;
  quote: number;
}

/** The types of records that can have tags and custom fields. */
export const annotatedEntities = ['booking', 'guest', 'owner', 'property', 'quote'] as const;

export async function anEntityOfEach({ api, operator }: TestAccount): Promise<AnnotatedEntities> {
  const property = await operator.property();
  const made = async (path: string, body: object) => (await api.post(path, body)).body.id as number;
  return {
    property,
    owner: await operator.owner(),
    booking: await made('/v2/bookings', { property_id: property, arrival: '2030-07-01', departure: '2030-07-04' }),
    guest: await made('/v2/guests', { first_name: 'Ida' }),
    quote: await made('/v2/quotes', { property_id: property, arrival: '2030-08-01', departure: '2030-08-04' }),
  };
}

/** A new account with one record of each type. */
export async function anAccountWithAnEntityOfEach(
  booking: BookingUnderTest,
): Promise<TestAccount & { ids: AnnotatedEntities }> {
  const account = await booking.anAccount();
  return { ...account, ids: await anEntityOfEach(account) };
}

/** Reads the tags and custom fields of a record. */
export async function annotationsOf(
  { api }: TestAccount,
  type: keyof AnnotatedEntities,
  id: number,
): Promise<{ tags: string[]; fields: { code: string; value: string }[] }> {
  const plural = type === 'property' ? 'properties' : `${type}s`;
  const { tags, fields } = (await api.get(`/v2/${plural}/${id}?include_tags=true&include_fields=true`)).body;
  return { tags, fields };
}
