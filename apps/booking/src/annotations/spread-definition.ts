import type { AnnotatedType } from '@keyhaven/contracts/booking/annotation';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { JobRequest } from '@keyhaven/persistence/plan-change';
import { job, type JobArguments } from '../jobs';
import type { BookingStore } from '../store/booking-store';
import { type AnnotationPath, type EditAnnotations, recordsOfType, typesWithRecords } from './annotated-kinds';
import { applyDefinitions } from './settle-annotations';

type Position = JobArguments<'spread_tag_definition'>;

/** The position of the first batch: where the update of the records begins after a definition has changed. */
export const sweepStart: Position = { entity_type: typesWithRecords[0]!, after: 0 };

/**
 * The maximum number of attempts to write the job for the next batch. An attempt fails if another
 * request changes the definition at the same time.
 */
const MAX_ATTEMPTS = 10;

/**
 * Renames or removes a tag on one batch of the records that have the tag, to match the definition
 * of the tag. A new job of the definition handles the next batch, so that events of other records
 * can be published between two batches.
 */
export async function spreadTagDefinition(
  store: BookingStore,
  scope: AccountScope,
  id: number,
  position: Position,
): Promise<void> {
  const read = () => store.tagDefinitions.findOne(scope, { _id: id });
  for (let definition = await read(); definition;) {
    const edit = applyDefinitions(new Map([[id, definition.is_deleted ? null : definition]]), new Map());
    const next = await spread(store, scope, { path: 'tags.tag_definition_id', id, position, edit });
    const now = await read();
    if (now?.version === definition.version) {
      return continueAt(next, (after) => {
        const jobs = [job('spread_tag_definition', after)];
        return store.tagDefinitions.updateMany(scope, [id], (before) => ({ after: before, jobs }));
      });
    }
    // The definition was changed again. The jobs of the later change may already have processed this batch, so this
    // batch gets the later state.
    definition = now;
  }
}

/**
 * Removes a deleted field from one batch of the records that have a value for the field. A new job
 * of the definition handles the next batch.
 */
export async function spreadFieldDefinition(
  store: BookingStore,
  scope: AccountScope,
  id: number,
  position: Position,
): Promise<void> {
  const definition = await store.fieldDefinitions.findOne(scope, { _id: id });
  if (!definition?.is_deleted) return;
  const edit = applyDefinitions(new Map(), new Map([[id, null]]));
  const next = await spread(store, scope, { path: 'fields.field_definition_id', id, position, edit });
  await continueAt(next, (after) => {
    const jobs = [job('spread_field_definition', after)];
    return store.fieldDefinitions.updateMany(scope, [id], (before) => ({ after: before, jobs }));
  });
}

interface Sweep {
  path: AnnotationPath;
  id: number;
  position: Position;
  edit: EditAnnotations;
}

/**
 * Changes one batch of records. @returns the position of the next batch; undefined after the last
 * batch.
 */
async function spread(
  store: BookingStore,
  scope: AccountScope,
  { path, id, position, edit }: Sweep,
): Promise<Position | undefined> {
  let { after } = position;
  for (const entity_type of typesFrom(position.entity_type)) {
    const last = await recordsOfType(store, entity_type).changeSome(scope, { path, id, after }, edit);
    if (last !== undefined) return { entity_type, after: last };
    after = 0;
  }
  return undefined;
}

function typesFrom(type: AnnotatedType): AnnotatedType[] {
  return typesWithRecords.slice(Math.max(0, typesWithRecords.indexOf(type)));
}

/**
 * Adds the job for the next batch.
 * @param request a function that adds the job to the definition, and returns the ids of definitions
 *   that could not be written.
 */
async function continueAt(
  position: Position | undefined,
  request: (position: Position) => Promise<number[]>,
): Promise<void> {
  if (!position) return;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    if ((await request(position)).length === 0) return;
  }
  throw new Error(`too many requests change the definition; its records after ${position.after} are not updated yet`);
}

/** The job for a write that renames or deletes a tag definition. */
export function spreadTagJob(): JobRequest {
  return job('spread_tag_definition', sweepStart);
}

/** The job for a write that deletes a field definition. */
export function spreadFieldJob(): JobRequest {
  return job('spread_field_definition', sweepStart);
}
