import type { DueDelivery } from '../queue/due-deliveries';

/** A key for a delivery's subscription and changed record. */
export function recordKey({ subscription_id, entity_type, entity_id }: DueDelivery): string {
  return `${subscription_id}/${entity_type}:${entity_id}`;
}

/**
 * Picks the deliveries that may be sent now, at most `room`, in their order. The first attempt for a change waits until
 * the previous change of the same record was attempted once; retries wait for nothing.
 * @param underWay records whose change is being delivered for the first time.
 */
export function pickStartable(
  queue: readonly DueDelivery[],
  underWay: ReadonlySet<string>,
  room: number,
): DueDelivery[] {
  const taken = new Set(underWay);
  const picked: DueDelivery[] = [];
  for (const delivery of queue) {
    if (picked.length === room) break;
    if (delivery.attempt_count === 0) {
      const key = recordKey(delivery);
      if (taken.has(key)) continue;
      taken.add(key);
    }
    picked.push(delivery);
  }
  return picked;
}
