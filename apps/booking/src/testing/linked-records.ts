import type { TestAccount } from './booking-under-test';

/**
 * Lists the linked_availability records of an account.
 * @param query more query parameters of the list, each with a leading `&`.
 */
export async function linkedRecords({ api }: TestAccount, query = ''): Promise<Record<string, any>[]> {
  const { body } = await api.get(`/v2/bookings?limit=1000${query}`);
  return (body.items as Record<string, any>[]).filter(({ type }) => type === 'linked_availability');
}
