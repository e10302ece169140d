import type { DueDelivery } from '../queue/due-deliveries';

/** Returns a key that identifies a subscription and a changed record. */
export function recordKey({ subscription_id, entity_type, entity_id }: DueDelivery): string {
  return `${subscription_id}/${entity_type}:${entity_id}`;
}

/**
 * Picks the deliveries that may be sent now, at most `room`, in their order. The first attempt of a change waits until
 * the first attempt of the record's previous change has ended. Retries do not wait.
 * @param inFlight the records with a first attempt in progress.
 */
export function pickStartable(
  queue: readonly DueDelivery[],
  inFlight: ReadonlySet<string>,
  room: number,
): DueDelivery[] {
  const taken = new Set(inFlight);
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
