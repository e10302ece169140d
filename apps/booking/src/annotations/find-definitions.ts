import { MAX_DEFINITIONS } from '@keyhaven/contracts/booking/annotation-definition';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { type AccountScope, withoutRequestHeaders } from '@keyhaven/persistence/account-scope';
import { isDuplicateKey } from '@keyhaven/persistence/duplicate-key';
import { unwritten } from '@keyhaven/persistence/tenant-document';
import { tagKey } from '@keyhaven/contracts/booking/custom-fields';
import type { BookingStore } from '../store/booking-store';
import type { FieldDefinitionBody, FieldDefinitionDocument } from '../store/field-definition.model';
import type { TagDefinitionBody, TagDefinitionDocument } from '../store/tag-definition.model';

/**
 * The maximum number of attempts to find or create a definition. An attempt fails if another request creates the
 * definition after the search. The next attempt then finds the definition, unless it was deleted again in the meantime.
 */
const MAX_ATTEMPTS = 5;

/** Finds tag definitions by name in one query. The keys of the map are normalized names (`tagKey`). */
export async function findTagDefinitions(
  store: BookingStore,
  scope: AccountScope,
  names: readonly string[],
): Promise<Map<string, TagDefinitionBody>> {
  const keys = names.map(tagKey);
  const read = (some: string[]) =>
    store.tagDefinitions.find(scope, { name_key: { $in: some } }, { limit: some.length });
  return findByKey(scope, 'tag_definitions.findByName', keys, read, ({ name_key }) => name_key);
}

/** Finds field definitions by code in one query. */
export async function findFieldDefinitions(
  store: BookingStore,
  scope: AccountScope,
  codes: readonly string[],
): Promise<Map<string, FieldDefinitionBody>> {
  const read = (some: string[]) =>
    store.fieldDefinitions.find(scope, { code_key: { $in: some } }, { limit: some.length });
  return findByKey(scope, 'field_definitions.findByCode', codes, read, ({ code_key }) => code_key);
}

/** Finds definitions by key. For an import, one query finds the definitions of all lines. */
async function findByKey<Definition>(
  { together }: AccountScope,
  kind: string,
  keys: readonly string[],
  read: (keys: string[]) => Promise<Definition[]>,
  keyOf: (definition: Definition) => string | undefined,
): Promise<Map<string, Definition>> {
  const byKey = async (some: readonly string[]) =>
    new Map((await read([...new Set(some)])).flatMap((found) => keyed(keyOf(found), found)));
  if (keys.length === 0) return new Map();
  if (!together) return byKey(keys);
  const found = await Promise.all(
    keys.map((key) =>
      together.gather(kind, key, async (all: readonly string[]) => {
        const found = await byKey(all);
        return all.map((wanted) => found.get(wanted));
      }),
    ),
  );
  return new Map(found.flatMap((definition, at) => (definition ? keyed(keys[at], definition) : [])));
}

function keyed<Definition>(key: string | undefined, definition: Definition): [string, Definition][] {
  return key === undefined ? [] : [[key, definition]];
}

export function newTagDefinition(scope: AccountScope, id: number, name: string): TagDefinitionBody {
  const named = { name, name_key: tagKey(name) };
  return unwritten<TagDefinitionDocument>({
    _id: id,
    user_id: scope.accountId,
    version: 0,
    ...named,
    is_deleted: false,
  });
}

/** Returns a new field definition, without storing it. @param given the fields that the client sent. */
export function newFieldDefinition(
  scope: AccountScope,
  id: number,
  given: Pick<FieldDefinitionBody, 'code'> & Partial<Pick<FieldDefinitionBody, 'name' | 'description' | 'type'>>,
): FieldDefinitionBody {
  const { code, name = code, description = null, type = 'text' } = given;
  const record = { _id: id, user_id: scope.accountId, version: 0, is_deleted: false };
  return unwritten<FieldDefinitionDocument>({ ...record, name, code, code_key: code, description, type });
}

/** Finds the tag definition that has this name, or creates it. @param id the id for a new definition. */
export function findOrMakeTagDefinition(
  store: BookingStore,
  scope: AccountScope,
  name: string,
  id: number,
): Promise<TagDefinitionBody> {
  const own = withoutRequestHeaders(scope);
  return findOrMake(
    async () => (await findTagDefinitions(store, own, [name])).get(tagKey(name)),
    () => store.tagDefinitions.create(own, () => Promise.resolve({ after: newTagDefinition(own, id, name) })),
  );
}

/** Finds the field definition that has this code, or creates it. @param id the id for a new definition. */
export function findOrMakeFieldDefinition(
  store: BookingStore,
  scope: AccountScope,
  code: string,
  id: number,
): Promise<FieldDefinitionBody> {
  const own = withoutRequestHeaders(scope);
  return findOrMake(
    async () => (await findFieldDefinitions(store, own, [code])).get(code),
    () => store.fieldDefinitions.create(own, () => Promise.resolve({ after: newFieldDefinition(own, id, { code }) })),
  );
}

async function findOrMake<Definition>(
  find: () => Promise<Definition | undefined>,
  make: () => Promise<{ document?: Definition }>,
): Promise<Definition> {
  for (let attempt = 1; ; attempt++) {
    const found = await find();
    if (found) return found;
    try {
      const { document } = await make();
      if (document) return document;
    } catch (error) {
      // The duplicate key means that another request has just created the definition.
      if (!isDuplicateKey(error) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** The part of a repository of definitions that `assertRoomForDefinitions` needs. */
interface Definitions {
  find(
    scope: AccountScope,
    filter: { is_deleted: boolean },
    options: { limit: number; skip: number },
  ): Promise<readonly unknown[]>;
}

/** @throws ApiError bad_request when `more` new definitions would exceed the account's limit. */
export async function assertRoomForDefinitions(
  definitions: Definitions,
  scope: AccountScope,
  more: number,
): Promise<void> {
  if (more === 0) return;
  const last = { limit: 1, skip: Math.max(0, MAX_DEFINITIONS - more) };
  if ((await definitions.find(scope, { is_deleted: false }, last)).length === 0) return;
  throw new ApiError(
    'bad_request',
    `the account would have more than ${MAX_DEFINITIONS} definitions; delete those that are not needed first`,
  );
}
