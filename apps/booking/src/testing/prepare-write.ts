import type { KeyedWrite } from '@keyhaven/testing/describe-idempotent-writes';
import type { BookingUnderTest, TestAccount } from './booking-under-test';

/** A write example for a new account: the request, and the variants of it that tests send. */
export type WritePart = Pick<KeyedWrite, 'path' | 'body' | 'otherBody' | 'later' | 'block'>;

export const july = { arrival: '2030-07-01', departure: '2030-07-04' };

/** Prepares a write for an account with a property. */
export type PrepareWrite = (
  write: (account: TestAccount, property_id: number) => Promise<WritePart> | WritePart,
) => Promise<KeyedWrite>;

/** Prepares requests to the public API for a new account. */
export function preparePublicWrite(service: () => BookingUnderTest): PrepareWrite {
  return async (write) => {
    const account = await service().anAccount();
    const property_id = await account.operator.property();
    return { userId: account.userId, caller: 'account', ...(await write(account, property_id)) };
  };
}

/** Books the nights, and returns a function that cancels the booking. */
export async function takeNights({ operator, api }: TestAccount, nights: { property_id: number; arrival: string }) {
  const departure = '2030-12-01';
  const { id } = await operator.booking({ departure, ...nights });
  return () => api.patch(`/v2/bookings/${id}`, { status: 'canceled' });
}
