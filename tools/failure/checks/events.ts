import { isDeepStrictEqual } from 'node:util';
import type { WebhookPayload } from '@keyhaven/contracts/webhook/delivery';
import { disagreements } from '@keyhaven/testing/crash/violations';
import { type Acknowledged, type ListedRecord, nameOf } from '../observed/record';

/** The name of the record that an event is about. */
const subjectOf = ({ user_id, entity_type, entity_id }: WebhookPayload) =>
  nameOf({ userId: user_id, type: entity_type, id: entity_id });

function bySubject(events: readonly WebhookPayload[]): Map<string, WebhookPayload[]> {
  const found = new Map<string, WebhookPayload[]>();
  for (const event of events) {
    const subject = subjectOf(event);
    const known = found.get(subject);
    if (known) known.push(event);
    else found.set(subject, [event]);
  }
  return found;
}

/** Lists acknowledged changes without an event, and missing versions in the events of a record. */
export function lostEvents(acknowledged: readonly Acknowledged[], events: readonly WebhookPayload[]): string[] {
  const found = bySubject(events);
  const withoutEvent = acknowledged.flatMap((change) => {
    const fitting = (found.get(nameOf(change)) ?? []).filter(
      ({ version, action }) =>
        (change.version === undefined || version === change.version) &&
        change.isDeleted === (action === 'entity_delete'),
    );
    const what = change.isDeleted ? 'the deletion' : `version ${change.version ?? '(not stated)'}`;
    if (fitting.length === 0) return [`${what} of ${nameOf(change)} was acknowledged, but has no event`];
    if (fitting.some(({ entity }) => disagreements(change.fields, entity).length === 0)) return [];
    const fields = disagreements(change.fields, fitting[0]!.entity).join(', ');
    return [`${what} of ${nameOf(change)} has an event with another ${fields}`];
  });
  const withGaps = [...found].flatMap(([subject, ofOne]) => {
    const versions = new Set(ofOne.map(({ version }) => version));
    const isComplete = Math.max(...versions) === versions.size;
    return isComplete ? [] : [`${subject} has only the events of versions ${[...versions].join(', ')}`];
  });
  return [...withoutEvent, ...withGaps];
}

/**
 * Lists events of records that do not exist, events with versions that their record never had, and event ids that occur
 * with two different bodies.
 */
export function inventedEvents(
  acknowledged: readonly Acknowledged[],
  listed: readonly ListedRecord[],
  events: readonly WebhookPayload[],
): string[] {
  const known = new Set([...acknowledged, ...listed].map(nameOf));
  const lastVersions = new Map(acknowledged.map((change) => [nameOf(change), change.version]));
  const bodies = new Map<string, WebhookPayload>();
  return events.flatMap((event) => {
    const { id, version } = event;
    const subject = subjectOf(event);
    const first = bodies.get(id);
    bodies.set(id, first ?? event);
    if (first && !isDeepStrictEqual(first, event)) return [`event ${id} of ${subject} came with two bodies`];
    if (!known.has(subject)) return [`event ${id} names ${subject}, which does not exist`];
    const last = lastVersions.get(subject);
    return last !== undefined && version > last
      ? [`event ${id} has version ${version} of ${subject}, but the last acknowledged one is ${last}`]
      : [];
  });
}

/** Lists events that occur twice in the log, and events of a record that are not in the order of its versions. */
export function disorderInLog(events: readonly WebhookPayload[]): string[] {
  return [...bySubject(events)].flatMap(([subject, ofOne]) => {
    const versions = ofOne.map(({ version }) => version);
    const isRising = versions.every((version, index) => index === 0 || version > versions[index - 1]!);
    return isRising ? [] : [`the log has the versions ${versions.join(', ')} of ${subject} in this order`];
  });
}

/**
 * Lists events that only one of two observers received, and events that both observers received,
 * but with different bodies.
 */
export function differences(
  [nameOfOne, one]: readonly [string, readonly WebhookPayload[]],
  [nameOfOther, other]: readonly [string, readonly WebhookPayload[]],
): string[] {
  const ofOne = new Map(one.map((event) => [event.id, event]));
  const ofOther = new Map(other.map((event) => [event.id, event]));
  const missing = (from: typeof ofOne, inside: typeof ofOne, has: string, lacks: string) =>
    [...from.values()]
      .filter(({ id }) => !inside.has(id))
      .map(
        (event) => `${has} has event ${event.id} (version ${event.version} of ${subjectOf(event)}), ${lacks} has not`,
      );
  const changed = [...ofOne.values()]
    .filter((event) => ofOther.has(event.id) && !isDeepStrictEqual(event, ofOther.get(event.id)))
    .map((event) => `event ${event.id} of ${subjectOf(event)} differs between ${nameOfOne} and ${nameOfOther}`);
  return [
    ...missing(ofOne, ofOther, nameOfOne, nameOfOther),
    ...missing(ofOther, ofOne, nameOfOther, nameOfOne),
    ...changed,
  ];
}
