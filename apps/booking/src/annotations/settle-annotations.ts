import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { JobArguments } from '../jobs';
import type { BookingStore } from '../store/booking-store';
import { type EditAnnotations, recordsOfType } from './annotated-kinds';
import type { Annotations } from './domain/annotations';
import { findOrMakeFieldDefinition, findOrMakeTagDefinition } from './find-definitions';

/** The current definition for each definition id that a record stores; null if that definition was deleted. */
type Outcomes<Definition> = ReadonlyMap<number, Definition | null>;

/** What tag definitions and field definitions have in common. */
interface Stored {
  _id: number;
  is_deleted: boolean;
}

/**
 * Creates the missing definitions that a written record refers to. Other requests may have created,
 * renamed or deleted definitions at the same time, so the record is also updated to the current
 * definitions.
 */
export async function settleAnnotations(
  store: BookingStore,
  scope: AccountScope,
  documentId: number,
  { entity_type, tags, fields }: JobArguments<'settle_annotations'>,
): Promise<void> {
  const asWritten = [
    ...tags.map(({ definition_id: id, name }) => [id, id, name]),
    ...fields.map(({ definition_id: id }) => [id, id]),
  ];
  for (let applied = JSON.stringify(asWritten); ;) {
    const [ofTags, ofFields] = await Promise.all([
      presentDefinitions(
        tags,
        (ids) => store.tagDefinitions.findByIds(scope, ids),
        ({ name, definition_id: id }) => findOrMakeTagDefinition(store, scope, name, id),
      ),
      presentDefinitions(
        fields,
        (ids) => store.fieldDefinitions.findByIds(scope, ids),
        ({ code, definition_id: id }) => findOrMakeFieldDefinition(store, scope, code, id),
      ),
    ]);
    const present = JSON.stringify([
      ...tags.map(({ definition_id: id }) => [id, ofTags.get(id)?._id, ofTags.get(id)?.name]),
      ...fields.map(({ definition_id: id }) => [id, ofFields.get(id)?._id]),
    ]);
    // A definition that is renamed or deleted after this read needs no check here: its own job searches for records
    // only then, so it finds this record.
    if (present === applied) return;
    await recordsOfType(store, entity_type).changeStored(scope, documentId, applyDefinitions(ofTags, ofFields));
    applied = present;
  }
}

/** Finds the current definition for each id, or creates one if no definition has the id. */
async function presentDefinitions<Entry extends { definition_id: number }, Definition extends Stored>(
  entries: readonly Entry[],
  findByIds: (ids: number[]) => Promise<readonly Definition[]>,
  findOrMake: (entry: Entry) => Promise<Definition>,
): Promise<Outcomes<Definition>> {
  const found = await findByIds(entries.map(({ definition_id }) => definition_id));
  const outcomes = new Map(found.map((body) => [body._id, body.is_deleted ? null : body]));
  for (const entry of entries) {
    const id = entry.definition_id;
    if (!outcomes.has(id)) outcomes.set(id, await findOrMake(entry));
  }
  return outcomes;
}

/**
 * Updates tags and fields to the current state of their definitions: renames tags, and removes the tags and fields of
 * deleted definitions. If a different definition has the name or code now, changes the tag or field so that it refers
 * to that definition.
 */
export function applyDefinitions(
  ofTags: Outcomes<{ _id: number; name: string }>,
  ofFields: Outcomes<{ _id: number }>,
): EditAnnotations {
  return (before) => {
    const tags = before.tags.flatMap((tag) => {
      const definition = ofTags.get(tag.tag_definition_id);
      if (definition === null) return [];
      return definition ? [{ ...tag, tag_definition_id: definition._id, name: definition.name }] : [tag];
    });
    const fields = before.fields.flatMap((field) => {
      const definition = ofFields.get(field.field_definition_id);
      if (definition === null) return [];
      return definition ? [{ ...field, field_definition_id: definition._id }] : [field];
    });
    const after: Annotations = {
      tags: tags.filter((tag, at) => firstOf(tags, 'tag_definition_id', tag) === at),
      fields: fields.filter((field, at) => firstOf(fields, 'field_definition_id', field) === at),
    };
    return JSON.stringify(after) === JSON.stringify(before) ? undefined : after;
  };
}

/** The index of the first tag or field that has the same definition as `entry`. */
function firstOf<Entry extends object, Field extends keyof Entry>(
  entries: readonly Entry[],
  field: Field,
  entry: Entry,
): number {
  return entries.findIndex((other) => other[field] === entry[field]);
}
