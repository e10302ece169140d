import type { TestAccount } from './booking-under-test';

/**
 * The linked_availability records of an account, as its list shows them.
 * @param query more parameters of the list, each with its `&`.
 */
export async function linkedRecords({ api }: TestAccount, query = ''): Promise<Record<string, any>[]> {
  const { body } = await api.get(`/v2/bookings?limit=1000${query}`);
  return (body.items as Record<string, any>[]).filter(({ type }) => type === 'linked_availability');
}
