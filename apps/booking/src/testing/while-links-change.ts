import { type AccountScope, accountId } from '@keyhaven/persistence/account-scope';
import { until } from '@keyhaven/testing/until';
import type { BookingUnderTest, TestAccount } from './booking-under-test';
import type { SlowProcess } from './slow-process';

export const july = { arrival: '2030-07-01', departure: '2030-07-04' };
export const nowhere = { include_fields: false, include_door_codes: false } as never;

/** An account with two properties that are not linked yet. */
export async function twoProperties(
  booking: BookingUnderTest,
): Promise<TestAccount & { scope: AccountScope; house: number; room: number }> {
  const account = await booking.anAccount();
  const scope: AccountScope = { accountId: accountId(account.userId) };
  return { ...account, scope, house: await account.operator.property(), room: await account.operator.property() };
}

/**
 * Starts a write in the slow process, and stops the write between its read of the links and its
 * update. Runs `meanwhile`, and then lets the write continue. Waits for empty outboxes first,
 * because otherwise the slow process might run other jobs that also read links.
 */
export async function whileHeld<Answer>(
  booking: BookingUnderTest,
  slow: SlowProcess,
  write: () => Promise<Answer>,
  meanwhile: () => Promise<unknown>,
): Promise<Answer> {
  const stays = booking.connection.collection('stays');
  await until(async () => (await stays.countDocuments({ outbox: { $exists: true } })) === 0);
  const { isHeld, release } = slow.holdAfterLinks();
  const answer = write();
  answer.catch(() => {});
  await isHeld;
  await meanwhile();
  release();
  return answer;
}
