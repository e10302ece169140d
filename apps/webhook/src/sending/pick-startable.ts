import type { DueDelivery } from '../queue/due-deliveries';

/** The record that a delivery tells a change of, for its subscription. */
export function recordKey({ subscription_id, entity_type, entity_id }: DueDelivery): string {
  return `${subscription_id}/${entity_type}:${entity_id}`;
}

/**
 * Chooses the deliveries that may be sent at this moment, at most `room`, in their order. A change that was never told
 * waits until the one before it of the same record was attempted once; what is tried again waits for nothing.
 * @param underWay records whose change is being told for the first time.
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
