import type { ChangeEvent } from '@keyhaven/events/change-event';
import type { StoredRecord } from '@keyhaven/testing/crash/violations';
import { nightKeys } from '@keyhaven/stays/night-keys';
import { z } from 'zod';
import { STAY } from '../night-protocol';
import type { ObservedState, StayTrace } from '../night-trace';

/** The fields of a published booking that are compared with the model in night-protocol.ts. */
const published = z.object({
  type: z.string(),
  status: z.string(),
  property_id: z.int(),
  arrival: z.string(),
  departure: z.string(),
});

/**
 * Returns a trace of each stored booking: the states in its published events, and the night keys in
 * its document. The bookings' properties must not be linked, because links add keys.
 */
export function traceStays(events: readonly ChangeEvent[], stored: readonly StoredRecord[]): StayTrace[] {
  const statesOf = new Map<number, Map<number, ObservedState>>();
  for (const event of events.filter(({ entity_type }) => entity_type === 'booking')) {
    const states = statesOf.get(event.entity_id) ?? new Map<number, ObservedState>();
    // The bus may deliver an event twice.
    if (!states.has(event.version)) states.set(event.version, observedIn(event));
    statesOf.set(event.entity_id, states);
  }
  return stored
    .filter(({ type }) => type === 'booking')
    .map(({ id, nightKeys }) => {
      const states = [...(statesOf.get(id) ?? [])].sort(([a], [b]) => a - b).map(([, state]) => state);
      return { id, states, keys: nightKeys };
    });
}

function observedIn({ version, occurred_utc, entity }: ChangeEvent): ObservedState {
  const { type, status, property_id, arrival, departure } = published.parse(entity);
  const [active, ended] = type === 'quote_hold' ? [STAY.hold, STAY.endedHold] : [STAY.booking, STAY.canceledBooking];
  return {
    version,
    status: status === 'canceled' ? ended : active,
    nights: nightKeys(property_id, [], { arrival, departure }),
    utc: occurred_utc,
  };
}
