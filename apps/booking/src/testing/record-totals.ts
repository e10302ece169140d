import type { BalanceTotals } from '@keyhaven/contracts/shared/booking-balance';
import type { ServiceUnderTest } from '@keyhaven/testing/service-under-test';

/** Sends the balance of a booking as finance does when money is recorded. A later balance needs a higher version. */
export async function recordTotals(
  service: ServiceUnderTest,
  user_id: number,
  bookingId: number,
  totals: BalanceTotals[],
  version = 1,
): Promise<void> {
  const balance = { generation: 0, version, totals, canceled_utc: null };
  const { status, body } = await service.asOperator().post(`/internal/bookings/${bookingId}/balance`, {
    user_id,
    balance,
  });
  if (status !== 200 || body.outcome !== 'counted') throw new Error(`the balance was answered ${JSON.stringify(body)}`);
}
