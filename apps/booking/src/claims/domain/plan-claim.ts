import { nightOfKey, nightKey } from '@keyhaven/stays/night-keys';

/**
 * The keys of a stay (see stay.model.ts): those that it has (`night_keys`), those that it waits for (`waiting_keys`),
 * and those of the waiting keys that other stays keep for it (`kept_keys`).
 */
export interface Held {
  night_keys: readonly string[];
  waiting_keys: readonly string[];
  kept_keys: readonly string[];
}

export interface ClaimToPlan {
  propertyId: number;
  /** The keys that the stay needs after the change. */
  wanted: readonly string[];
  held: Held;
  /**
   * The `night_keys` that the stay uses itself. Its other `night_keys` are guards: the stay gave these nights up, and
   * keeps the keys for other stays that wait for these nights.
   */
  owned: ReadonlySet<string>;
  /** The `night_keys` of this stay that other stays wait for. */
  awaited: ReadonlySet<string>;
  /** Keys that other stays are known to have. */
  taken: ReadonlySet<string>;
}

export interface PlannedClaim {
  night_keys: string[];
  waiting_keys: string[];
  kept_keys: string[];
  /**
   * Keys to hand over: those for which the stay no longer waits, and those that the stay gave up and guards for others.
   */
  released: string[];
  /** The keys for which the stay begins to wait because of the change. */
  refused: string[];
}

/**
 * Decides which of the wanted keys a stay takes, for which it waits, and which former keys it keeps as guards for other
 * stays. A stay that waits for a night at its own property also waits for the keys of that night at linked properties,
 * because the stay that occupies the night has these keys too.
 */
export function planClaim({ propertyId, wanted, held, owned, awaited, taken }: ClaimToPlan): PlannedClaim {
  const onDocument = new Set(held.night_keys);
  const kept = new Set(held.kept_keys);
  const waited = new Set(held.waiting_keys);
  // A key in `night_keys` is either used by the stay itself or a guard. The stay must wait for any other key that
  // another stay has in its `night_keys`, either for itself or as a guard for this stay.
  const mustWait = (key: string) =>
    onDocument.has(key)
      ? awaited.has(key) && !owned.has(key) && !kept.has(key)
      : kept.has(key) || waited.has(key) || taken.has(key);
  const isOpen = (key: string) => mustWait(key) && !kept.has(key);
  const waitsForItsNight = (key: string) => !onDocument.has(key) && isOpen(nightKey(nightOfKey(key), propertyId));
  const waiting = new Set(wanted.filter((key) => mustWait(key) || waitsForItsNight(key)));
  const wants = new Set(wanted);
  const guards = held.night_keys.filter((key) => awaited.has(key) && (!wants.has(key) || waiting.has(key)));
  const released = held.waiting_keys.filter((key) => !waiting.has(key));
  return {
    night_keys: [...new Set([...wanted.filter((key) => !waiting.has(key)), ...guards])],
    waiting_keys: [...waiting],
    kept_keys: held.kept_keys.filter((key) => waiting.has(key)),
    released: [...new Set([...released, ...guards])],
    refused: [...waiting].filter((key) => !waited.has(key)),
  };
}
