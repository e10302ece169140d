import { type ChangeEvent, RESYNC_END, resyncTopic } from '@keyhaven/events/change-event';
import { type Consumer, ImpossibleEvent } from '@keyhaven/events/event-bus';
import { genericFilter } from '../generic-filter';
import { applyCopy } from './apply-copy';
import type { CopyBody, CopyDocument, CopyFields } from './copy-document';
import type { CopyRepository } from './copy-repository';
import { endResync } from './end-resync';

export interface CopyChange<Copy extends CopyDocument> {
  id: number;
  userId: number;
  /**
   * The earlier states of the copy, oldest first; undefined means that there was no copy. There are
   * several states if the follow-up work of earlier changes has not been done yet.
   */
  before: (CopyBody<Copy> | undefined)[];
  /** Undefined when the copy was removed. */
  after: CopyBody<Copy> | undefined;
}

export interface ConsumedCopies<Copy extends CopyDocument> {
  group: string;
  /** The topic of the service that owns the records. */
  topic: string;
  entityType: string;
  copies: CopyRepository<Copy>;
  /**
   * Returns the fields of the event's record that the copy keeps; undefined removes the copy. The
   * result must depend only on the event. If this function throws, the event becomes a dead letter.
   */
  read(event: ChangeEvent): CopyFields<Copy> | undefined;
  /**
   * Does follow-up work after an event or the end of a resync has written or removed a copy. It is
   * called at least once for each change, and again after a failure, so it must be idempotent.
   */
  applied?(change: CopyChange<Copy>): Promise<void>;
}

/**
 * Returns the consumers that keep copies of another service's records up to date, from the change
 * events and resyncs of that service.
 */
export function consumeCopies<Copy extends CopyDocument>(consumed: ConsumedCopies<Copy>): Consumer[] {
  const { group, topic, entityType } = consumed;
  const handle: Consumer['handle'] = async (event, _trace, isRedriven) => {
    if (event.entity_type !== entityType) return;
    if (event.action === RESYNC_END) await handleEnd(consumed, event);
    else await handleChange(consumed, event, isRedriven);
  };
  return [topic, resyncTopic(topic)].map((consumedTopic) => ({ group, topic: consumedTopic, handle }));
}

async function handleChange<Copy extends CopyDocument>(
  consumed: ConsumedCopies<Copy>,
  event: ChangeEvent,
  isRedriven: boolean | undefined,
): Promise<void> {
  const { copies } = consumed;
  const fields = event.action === 'entity_delete' ? undefined : readFields(consumed, event);
  const copy = await applyCopy(copies, event, fields, { keepBefore: consumed.applied !== undefined, isRedriven });
  if (copy) await followUp(consumed, copy);
}

function readFields<Copy extends CopyDocument>(
  consumed: ConsumedCopies<Copy>,
  event: ChangeEvent,
): CopyFields<Copy> | undefined {
  try {
    return consumed.read(event);
  } catch (error) {
    throw new ImpossibleEvent(`${consumed.entityType} ${event.entity_id} is not readable: ${String(error)}`, {
      cause: error,
    });
  }
}

async function handleEnd<Copy extends CopyDocument>(consumed: ConsumedCopies<Copy>, mark: ChangeEvent): Promise<void> {
  const { copies } = consumed;
  await endResync(copies, mark, consumed.applied !== undefined, (tombstone) => followUp(consumed, tombstone));
  // If an earlier attempt removed copies but failed to do their follow-up work, endResync does not
  // find these copies again.
  if (!consumed.applied) return;
  const left = await copies.model.find(genericFilter({ 'follow_up.before': { $exists: true } })).lean<Copy[]>();
  for (const copy of left) await followUp(consumed, copy);
}

async function followUp<Copy extends CopyDocument>(consumed: ConsumedCopies<Copy>, copy: Copy): Promise<void> {
  if (!consumed.applied) return;
  const { _id, user_id, generation, version } = copy;
  await consumed.applied({
    id: _id,
    userId: user_id,
    before: (copy.follow_up?.before ?? []).map((state) => (state ? bodyOf(state as Copy) : undefined)),
    after: copy.deleted_utc ? undefined : bodyOf(copy),
  });
  await consumed.copies.endFollowUp({ _id, user_id, generation, version });
}

function bodyOf<Copy extends CopyDocument>(copy: Copy): CopyBody<Copy> {
  const { published_utc: _published, deleted_utc: _deleted, follow_up: _followUp, ...body } = copy;
  return body;
}
