import { storedValue, valueFault } from '@keyhaven/contracts/booking/annotation-definition';
import type { AnnotatedType } from '@keyhaven/contracts/booking/annotation';
import { type SentAnnotations, tagKey } from '@keyhaven/contracts/booking/custom-fields';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { BookingStore } from '../store/booking-store';
import { type Annotated, annotationId, type AppliedField, type AppliedTag } from './domain/annotations';
import { assertRoomForDefinitions, findFieldDefinitions, findTagDefinitions } from './find-definitions';

/** The tags and custom fields that a request sends for a record. */
export interface AnnotationRequest {
  type: AnnotatedType;
  sent: SentAnnotations;
  /** The record as it was before the request. */
  before?: Annotated;
}

/**
 * Converts the tags and custom fields of a request to their stored form. Tags and fields that the record already has
 * keep their ids. A missing definition gets an id here, but is created only after the record is written, by a job
 * (`annotationJobs`). So a refused request creates no definitions. Returns tags only if the request has a list of tags,
 * and fields only if the request has a list of fields.
 * @throws ApiError bad_request when a value does not match its field's type, or when there are too many definitions.
 */
export async function resolveAnnotations(
  store: BookingStore,
  scope: AccountScope,
  { type, sent, before = {} }: AnnotationRequest,
): Promise<Annotated> {
  const ids: NextId = (name) => store.ids.next(name);
  const [tags, fields] = await Promise.all([
    sent.tags && resolveTags(store, scope, { ids, type, names: sent.tags, present: before.tags ?? [] }),
    sent.fields && resolveFields(store, scope, { ids, type, values: sent.fields, present: before.fields ?? [] }),
  ]);
  return { ...(tags ? { tags } : {}), ...(fields ? { fields } : {}) };
}

/**
 * Copies tags and custom fields to a record of another type, with new ids. The copies may be
 * outdated. After the record is written, a job (`annotationJobs`) updates the copies to the current
 * definitions. Empty lists are not returned.
 */
export async function copyAnnotations(
  store: BookingStore,
  type: AnnotatedType,
  { tags = [], fields = [] }: Annotated,
): Promise<Annotated> {
  const copies = <Entry extends { id: number }>(noun: 'tag' | 'field', entries: readonly Entry[]) =>
    Promise.all(entries.map(async (entry) => ({ ...entry, id: annotationId(await store.ids.next(noun), type) })));
  const [ofTags, ofFields] = await Promise.all([copies('tag', tags), copies('field', fields)]);
  return { ...(ofTags.length > 0 ? { tags: ofTags } : {}), ...(ofFields.length > 0 ? { fields: ofFields } : {}) };
}

type NextId = (name: 'tag' | 'field' | 'tag_definition' | 'field_definition') => Promise<number>;

async function resolveTags(
  store: BookingStore,
  scope: AccountScope,
  { ids, type, names, present }: { ids: NextId; type: AnnotatedType; names: string[]; present: AppliedTag[] },
): Promise<AppliedTag[]> {
  const definitions = await findTagDefinitions(store, scope, names);
  const unknown = names.filter((name) => !definitions.has(tagKey(name)));
  await assertRoomForDefinitions(store.tagDefinitions, scope, unknown.length);
  // Match by the id of the definition first, then by name: after a rename, the record may have the old name until a job
  // updates it.
  const live = new Set([...definitions.values()].map(({ _id }) => _id));
  const byDefinition = new Map(present.map((tag) => [tag.tag_definition_id, tag]));
  const byName = new Map(
    present.filter((tag) => !live.has(tag.tag_definition_id)).map((tag) => [tagKey(tag.name), tag]),
  );
  const tags: AppliedTag[] = [];
  for (const name of names) {
    const definition = definitions.get(tagKey(name));
    const tag_definition_id = definition?._id ?? (await ids('tag_definition'));
    const had = byDefinition.get(tag_definition_id) ?? byName.get(tagKey(name));
    const id = had?.id ?? annotationId(await ids('tag'), type);
    tags.push({ id, tag_definition_id, name: definition?.name ?? name });
  }
  return tags;
}

async function resolveFields(
  store: BookingStore,
  scope: AccountScope,
  {
    ids,
    type,
    values,
    present,
  }: { ids: NextId; type: AnnotatedType; values: { code: string; value: string }[]; present: AppliedField[] },
): Promise<AppliedField[]> {
  const had = new Map(present.map((field) => [field.code, field]));
  const codes = values.map(({ code }) => code);
  const definitions = await findFieldDefinitions(store, scope, codes);
  const unknown = codes.filter((code) => !definitions.has(code));
  await assertRoomForDefinitions(store.fieldDefinitions, scope, unknown.length);
  const faults = values.flatMap(({ code, value }) => {
    const [definition, before] = [definitions.get(code), had.get(code)];
    if (!definition || (before?.value === value && before.field_definition_id === definition._id)) return [];
    const fault = valueFault(definition, value);
    return fault === undefined ? [] : [`fields: ${fault}`];
  });
  if (faults.length > 0) throw new ApiError('bad_request', faults);
  const fields: AppliedField[] = [];
  for (const { code, value } of values) {
    const id = had.get(code)?.id ?? annotationId(await ids('field'), type);
    const definition = definitions.get(code);
    const field_definition_id = definition?._id ?? (await ids('field_definition'));
    fields.push({ id, field_definition_id, code, value: storedValue(definition, value) });
  }
  return fields;
}

/**
 * Returns a body without its tags and custom fields, because `resolveAnnotations` returns their
 * stored form.
 */
export function withoutSentAnnotations<Sent extends SentAnnotations>(body: Sent): Omit<Sent, keyof SentAnnotations> {
  const { tags: _tags, fields: _fields, ...rest } = body;
  return rest;
}
