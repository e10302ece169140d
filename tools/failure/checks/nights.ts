import { type ListedRecord, nameOf } from '../observed/record';

/**
 * A period in which a record certainly occupied its nights. It begins with the response that confirmed the nights, and
 * ends when the client sent the request that released the nights.
 */
export interface Holding {
  userId: number;
  propertyId: number;
  nights: readonly string[];
  /** The name of the record that occupies the nights. */
  holder: string;
  /** When the response arrived, in milliseconds, by performance.now(). */
  from: number;
  /**
   * When the request that released the nights was sent, on the same clock; Infinity if none was
   * sent.
   */
  until: number;
}

/** Lists the nights that two records of the same property occupy at the end of the run. */
export function nightsOccupiedTwice(listed: readonly ListedRecord[]): string[] {
  const holders = new Map<string, string[]>();
  for (const record of listed) {
    for (const night of record.nights) {
      const key = `${night} at property ${record.propertyId}`;
      holders.set(key, [...(holders.get(key) ?? []), nameOf(record)]);
    }
  }
  return [...holders]
    .filter(([, records]) => records.length > 1)
    .map(([night, records]) => `the night ${night} is occupied by ${records.join(' and ')}`);
}

/**
 * Lists nights that two records occupied at the same time during the run, even if only one of them occupies the night
 * at the end.
 */
export function nightsSoldTwice(holdings: readonly Holding[]): string[] {
  const byNight = new Map<string, Holding[]>();
  for (const holding of holdings) {
    for (const night of holding.nights) {
      const key = `${night} at property ${holding.propertyId}`;
      byNight.set(key, [...(byNight.get(key) ?? []), holding]);
    }
  }
  return [...byNight].flatMap(([night, all]) =>
    all.flatMap((one, index) =>
      all
        .slice(index + 1)
        .filter((other) => other.holder !== one.holder && one.from < other.until && other.from < one.until)
        .map((other) => `the night ${night} was sold to ${one.holder} and to ${other.holder} at the same time`),
    ),
  );
}
