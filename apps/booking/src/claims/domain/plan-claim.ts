import { nightOfKey, nightKey } from '@keyhaven/stays/night-keys';

/** The keys that a record has: those on its own document, those that it waits for, and which of these are kept for it. */
export interface Held {
  night_keys: readonly string[];
  waiting_keys: readonly string[];
  kept_keys: readonly string[];
}

export interface ClaimToPlan {
  propertyId: number;
  /** The keys that the record is to have. */
  wanted: readonly string[];
  held: Held;
  /** Those on its own document that are the record's by right, and not guards. */
  owned: ReadonlySet<string>;
  /** Those on its own document that other records wait for. */
  awaited: ReadonlySet<string>;
  /** Those that are known to lie on other records. */
  taken: ReadonlySet<string>;
}

export interface PlannedClaim {
  night_keys: string[];
  waiting_keys: string[];
  kept_keys: string[];
  /** Keys that the record does not wait for any more, and guards that it keeps for others: somebody gets them now. */
  released: string[];
  /** Keys that it has to wait for and did not before. */
  refused: string[];
}

/**
 * Which of the wanted keys a record has, takes or waits for, and which of its old ones stay as guards for others. Whoever
 * waits for the night of its own property waits for that night's links as well: they are its holder's.
 */
export function planClaim({ propertyId, wanted, held, owned, awaited, taken }: ClaimToPlan): PlannedClaim {
  const onDocument = new Set(held.night_keys);
  const kept = new Set(held.kept_keys);
  const waited = new Set(held.waiting_keys);
  // On its own document a key is the record's, or a guard for another; everywhere else it is another's, or kept for it.
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
