import { z } from 'zod';
import { isCalendarDate } from '../shared/dates';
import { id, text, webAddress, wordInput } from '../shared/inputs';
import { instant } from '../shared/instants';
import { changedSinceQuery } from '../shared/paging';
import { echoesOf } from '../shared/server-decided';
import { fieldCode, MAX_FIELDS_BYTES, tagName } from './custom-fields';

/**
 * The maximum number of tag definitions of an account. The same limit applies to its field
 * definitions.
 */
export const MAX_DEFINITIONS = 1000;

export const tagDefinition = z
  .object({
    id: id.describe('Id of the tag definition.'),
    name: z.string().describe('Name of the tag, unique within the account regardless of case.'),
    created_utc: instant.describe('When the definition was created.'),
    updated_utc: instant.describe('When the definition last changed.'),
  })
  .meta({ id: 'TagDefinition', description: 'A tag that an account can give to its records.' });
export type TagDefinition = z.infer<typeof tagDefinition>;

export const tagDefinitionCreation = z.object({
  name: tagName.describe('Name of the tag, at most 100 characters, unique within the account regardless of case.'),
});
export const tagDefinitionPatch = tagDefinitionCreation.partial();

export const fieldTypes = ['text', 'number', 'date', 'boolean', 'url'] as const;
export type FieldType = (typeof fieldTypes)[number];

export const fieldDefinition = z
  .object({
    id: id.describe('Id of the field definition.'),
    name: z.string().describe('Name of the field, for people.'),
    code: z.string().describe('Identifies the field within the account. It never changes.'),
    full_code: z.string().describe('The code as templates write it: `fields.` and the code.'),
    description: z.string().nullable().describe('What the field is for.'),
    type: z
      .enum(fieldTypes)
      .describe('What the values of the field may be. Values are always strings. The type never changes.'),
    created_utc: instant.describe('When the definition was created.'),
    updated_utc: instant.describe('When the definition last changed.'),
  })
  .meta({ id: 'FieldDefinition', description: "A custom field that an account's records can have." });
export type FieldDefinition = z.infer<typeof fieldDefinition>;

const writable = z.object({
  name: text(200)
    .trim()
    .min(1, { error: 'expected a text that is not blank' })
    .describe('Name of the field, at most 200 characters.'),
  description: text(2000).nullable().describe('What the field is for, at most 2,000 characters. Null clears it.'),
});

export const fieldDefinitionCreation = writable
  .partial()
  .required({ name: true })
  .extend({
    code: fieldCode
      .optional()
      .describe(
        'Code of the field, at most 100 characters, unique within the account, without `/ \\ % ; ? #`. Default: made from ' +
          'the name. It never changes.',
      ),
    type: wordInput(fieldTypes)
      .optional()
      .describe('What the values of the field may be. Default `text`. It never changes.'),
  });
export type FieldDefinitionCreation = z.output<typeof fieldDefinitionCreation>;
/**
 * The fields of a definition that cannot be changed after its creation, because the values in
 * records depend on them. Each field is mapped to the reason in the error message.
 */
export const fixedOfFieldDefinitions = {
  code: 'the code of a field never changes',
  type: 'the type of a field never changes',
} as const;
export const fieldDefinitionPatch = writable.partial().extend(echoesOf(fixedOfFieldDefinitions).shape);
export type FieldDefinitionPatch = z.output<typeof fieldDefinitionPatch>;

export const definitionListQuery = changedSinceQuery;
export type DefinitionListQuery = z.output<typeof definitionListQuery>;

const address = webAddress(MAX_FIELDS_BYTES);
/**
 * Which values each type of field accepts, and the words that describe them in an error message.
 */
const forms: Readonly<Record<FieldType, { accepts: (value: string) => boolean; expected: string }>> = {
  text: { accepts: () => true, expected: 'a text' },
  number: { accepts: (value) => /^-?\d{1,30}(\.\d{1,30})?$/.test(value), expected: 'a number such as 12 or -3.5' },
  date: { accepts: isCalendarDate, expected: 'a calendar date, yyyy-mm-dd' },
  boolean: { accepts: (value) => /^(true|false)$/i.test(value), expected: 'true or false' },
  url: {
    accepts: (value) => address.safeParse(value).success,
    expected: 'an absolute address that begins with http:// or https://',
  },
};

/**
 * Returns why the field does not accept the value; undefined if it does. Every type accepts an
 * empty value.
 */
export function valueFault({ code, type }: Pick<FieldDefinition, 'code' | 'type'>, value: string): string | undefined {
  if (value === '' || forms[type].accepts(value)) return undefined;
  const [shown, field] = [JSON.stringify(value.slice(0, 80)), JSON.stringify(code)];
  return `${shown} is not accepted for the field ${field} of type ${type}; expected ${forms[type].expected}`;
}

/** Normalises a value: booleans are stored in lower case. */
export function storedValue(definition: Pick<FieldDefinition, 'type'> | undefined, value: string): string {
  return definition?.type === 'boolean' ? value.toLowerCase() : value;
}
