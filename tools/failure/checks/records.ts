import { disagreements } from '@keyhaven/testing/crash/violations';
import { type Acknowledged, type ListedRecord, nameOf } from '../observed/record';

/**
 * Returns the last acknowledged state of each record, by the name of the record. The given changes
 * of a record must be in the order in which they were made.
 */
function lastStates(acknowledged: readonly Acknowledged[]): Map<string, Acknowledged> {
  return new Map(acknowledged.map((change) => [nameOf(change), change]));
}

/** Lists acknowledged changes that the lists of the API do not show at the end. */
export function lostRecords(acknowledged: readonly Acknowledged[], listed: readonly ListedRecord[]): string[] {
  const shown = new Map(listed.map((record) => [nameOf(record), record]));
  return [...lastStates(acknowledged)].flatMap(([name, { isDeleted, fields }]) => {
    const record = shown.get(name);
    if (isDeleted) return record ? [`${name} was deleted, but is listed`] : [];
    if (!record) return [`${name} was acknowledged, but is not listed`];
    return disagreements(fields, record.fields).map(
      (field) =>
        `${name} has ${field} ${JSON.stringify(record.fields[field])}, but ${JSON.stringify(fields[field])} was acknowledged`,
    );
  });
}

/**
 * Lists records that no response acknowledged. A booking that holds the nights of a quote counts as
 * acknowledged if the quote is acknowledged.
 */
export function inventedRecords(acknowledged: readonly Acknowledged[], listed: readonly ListedRecord[]): string[] {
  const known = new Set(acknowledged.map(nameOf));
  return listed
    .filter((record) => {
      const { userId, heldFor } = record;
      const isHeld = heldFor !== undefined && known.has(nameOf({ userId, type: 'quote', id: heldFor }));
      return !isHeld && !known.has(nameOf(record));
    })
    .map((record) => `${nameOf(record)} is listed, but no client made it`);
}
