import { isDeepStrictEqual } from 'node:util';
import type { ChangeEvent } from '@keyhaven/events/change-event';
import { GROUPS, type PublishedEvents } from './event-recorder';

/** A record as it is stored in the database. */
export interface StoredRecord {
  type: string;
  id: number;
  userId: number;
  version: number;
  /** The nights that the record's document occupies. */
  nightKeys: string[];
}

/** A version of a record that a client received in a response. */
export interface Acknowledgement {
  type: string;
  id: number;
  version: number;
  record: Record<string, unknown>;
}

export interface Facts {
  stored: StoredRecord[];
  published: PublishedEvents;
  acknowledged: Acknowledgement[];
}

/**
 * Lists violations of the guarantees, based on data that were collected outside the services. The
 * guarantees: nothing that was acknowledged is lost; every version is published to every consumer
 * group, in order and without gaps; only existing versions are published; no two records occupy the
 * same night.
 */
export function findViolations(facts: Facts): string[] {
  return [...lostRecords(facts), ...GROUPS.flatMap((group) => faultsOfGroup(facts, group)), ...doubleSales(facts)];
}

const nameOf = ({ type, id }: { type: string; id: number }) => `${type} ${id}`;
const nameOfEvent = (event: ChangeEvent) => `${event.entity_type} ${event.entity_id}`;

function lostRecords({ stored, acknowledged }: Facts): string[] {
  const versions = new Map(stored.map((record) => [nameOf(record), record.version]));
  return acknowledged
    .filter((known) => (versions.get(nameOf(known)) ?? 0) < known.version)
    .map(
      (known) =>
        `${nameOf(known)} is at version ${versions.get(nameOf(known))}, but version ${known.version} was acknowledged`,
    );
}

function faultsOfGroup({ stored, published, acknowledged }: Facts, group: (typeof GROUPS)[number]): string[] {
  const byRecord = new Map<string, ChangeEvent[]>(stored.map((record) => [nameOf(record), []]));
  const faults: string[] = [];
  const deleted = new Set(published[group].filter(({ action }) => action === 'entity_delete').map(nameOfEvent));
  for (const event of published[group]) {
    const events = byRecord.get(nameOfEvent(event));
    if (events) events.push(event);
    else if (!deleted.has(nameOfEvent(event))) faults.push(`an event names ${nameOfEvent(event)}, which is not stored`);
  }
  for (const record of stored) {
    const versions = [...new Set(byRecord.get(nameOf(record))!.map(({ version }) => version))];
    const expected = Array.from({ length: record.version }, (_, index) => index + 1);
    if (isDeepStrictEqual(versions, expected)) continue;
    faults.push(`${nameOf(record)} is at version ${record.version}, its events have ${versions.join(', ') || 'none'}`);
  }
  for (const known of acknowledged) {
    const events = (byRecord.get(nameOf(known)) ?? []).filter(({ version }) => version === known.version);
    for (const { entity } of events) {
      const fields = disagreements(known.record, entity);
      if (fields.length === 0) continue;
      faults.push(`version ${known.version} of ${nameOf(known)} was published with another ${fields.join(', ')}`);
    }
  }
  return faults.map((fault) => `group ${group}: ${fault}`);
}

function doubleSales({ stored }: Facts): string[] {
  const holders = new Map<string, string[]>();
  for (const record of stored) {
    for (const key of record.nightKeys) {
      const night = `${record.userId}: ${key}`;
      holders.set(night, [...(holders.get(night) ?? []), nameOf(record)]);
    }
  }
  return [...holders]
    .filter(([, records]) => records.length > 1)
    .map(([night, records]) => `night ${night} is occupied by ${records.join(' and ')}`);
}

/** Returns the fields that both representations of a record contain, but with different values. */
export function disagreements(a: Record<string, unknown>, b: Record<string, unknown>): string[] {
  return Object.keys(a).filter((field) => field in b && !isDeepStrictEqual(a[field], b[field]));
}
