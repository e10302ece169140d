import { nightOfKey, nightKey } from '@keyhaven/stays/night-keys';

/** The keys of a stay: those on its document, those that it waits for, and which of these are kept for it. */
export interface Held {
  night_keys: readonly string[];
  waiting_keys: readonly string[];
  kept_keys: readonly string[];
}

export interface ClaimToPlan {
  propertyId: number;
  /** The keys that the stay needs. */
  wanted: readonly string[];
  held: Held;
  /** Those on its document that are its own, not guards. */
  owned: ReadonlySet<string>;
  /** Those on its document that other stays wait for. */
  awaited: ReadonlySet<string>;
  /** Those that are known to be on other stays' documents. */
  taken: ReadonlySet<string>;
}

export interface PlannedClaim {
  night_keys: string[];
  waiting_keys: string[];
  kept_keys: string[];
  /** Keys that the stay no longer waits for, and those that it gave up and guards for others: to be handed over. */
  released: string[];
  /** Keys that it has to wait for now, and did not before. */
  refused: string[];
}

/**
 * Which of the wanted keys a stay has, takes or waits for, and which of its old ones remain as guards for others. A
 * stay that waits for a night of its own property also waits for that night's links: the holder has them.
 */
export function planClaim({ propertyId, wanted, held, owned, awaited, taken }: ClaimToPlan): PlannedClaim {
  const onDocument = new Set(held.night_keys);
  const kept = new Set(held.kept_keys);
  const waited = new Set(held.waiting_keys);
  // A key on the stay's own document is its own or a guard; any other is another stay's, or kept for this one.
  const lies = (key: string) =>
    onDocument.has(key)
      ? awaited.has(key) && !owned.has(key) && !kept.has(key)
      : kept.has(key) || waited.has(key) || taken.has(key);
  const isOpen = (key: string) => lies(key) && !kept.has(key);
  const followsItsNight = (key: string) => !onDocument.has(key) && isOpen(nightKey(nightOfKey(key), propertyId));
  const waiting = new Set(wanted.filter((key) => lies(key) || followsItsNight(key)));
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
