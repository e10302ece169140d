import { z } from 'zod';
import { text } from '../shared/inputs';

/** The maximum total length of a record's custom field values, in bytes of UTF-8. */
export const MAX_FIELDS_BYTES = 256 * 1024;
/** The maximum numbers of tags and of custom fields of one record. */
export const MAX_TAGS = 100;
export const MAX_FIELDS = 500;

export const customField = z
  .object({
    code: z.string().describe('Code of the field, which identifies it within the account.'),
    value: z.string().describe('Value of the field. Numbers, dates and booleans are strings too.'),
  })
  .meta({ id: 'CustomField', description: 'The value of a custom field.' });

export const tagName = text(100).trim().min(1, { error: 'expected a text that is not blank' });
/**
 * The code of a custom field. It can be a path segment (`/v2/fields/guest/12/gate`), so it excludes characters that the
 * gateway refuses in paths.
 */
export const fieldCode = text(100)
  .min(1)
  .refine((code) => !/[/\\%;?#\t\n\r]/.test(code) && code !== '.' && code !== '..', {
    error: 'expected a code that can be in a path: not . or .., and without / \\ % ; ? #, line breaks and tabs',
  });

/** Normalises the name of a tag for comparison: `VIP` and `vip` are the same tag. */
export function tagKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** The total length of the values, in bytes of UTF-8. */
export function bytesOfValues(fields: readonly { value: string }[]): number {
  return fields.reduce((bytes, field) => bytes + new TextEncoder().encode(field.value).length, 0);
}

const codes = (fields: { code: string }[]) => new Set(fields.map((field) => field.code));

/** The value of a field in a request. Clients may also send numbers and booleans. They are stored as strings. */
export const valueInput = z
  .union([text(MAX_FIELDS_BYTES), z.number(), z.boolean()], { error: 'expected a text' })
  .transform((value) => (typeof value === 'number' ? decimalText(value) : String(value)))
  .meta({
    type: 'string',
    description: 'The value: a text, a number or a boolean that matches the type of the field. It is stored as a text.',
  });

/** Formats a number without an exponent. */
function decimalText(value: number): string {
  const shortest = String(value);
  const [, sign, first, decimals = '', exponent] = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(shortest) ?? [];
  if (exponent === undefined) return shortest;
  const digits = `${first}${decimals}`;
  const point = 1 + Number(exponent);
  // JavaScript writes a large number with an exponent only if it has more than 21 digits before the point. A double has
  // at most 17 significant digits, so padding with zeros is exact.
  return point > 0 ? `${sign}${digits.padEnd(point, '0')}` : `${sign}0.${'0'.repeat(-point)}${digits}`;
}

/** Custom field values in a request. They replace all previous values. */
export const customFieldsInput = z
  .array(
    z.object({
      code: fieldCode.describe('Code of the field. If no field has it, a definition with this code is created.'),
      value: valueInput.meta({
        type: 'string',
        description:
          'Value of the field: a text, which may be blank, or a number or boolean that is stored as a text. It must match the type of the field.',
      }),
    }),
  )
  .max(MAX_FIELDS, { error: `expected at most ${MAX_FIELDS} fields` })
  .refine((fields) => codes(fields).size === fields.length, { error: 'expected each code once' })
  .refine((fields) => bytesOfValues(fields) <= MAX_FIELDS_BYTES, {
    error: 'expected values of at most 256 kB in total',
  })
  .describe(
    `Custom field values, each code once, at most ${MAX_FIELDS} values of 256 kB in total. The list replaces all values ` +
      'of the record.',
  );

/** Tags: short names without duplicates. Names that differ only in case are one tag. */
export const tagsInput = z
  .array(tagName)
  .max(MAX_TAGS, { error: `expected at most ${MAX_TAGS} tags` })
  .transform((names) => {
    const keys = names.map(tagKey);
    return names.filter((_name, at) => keys.indexOf(keys[at]!) === at);
  })
  .describe(
    `Names of tags, at most ${MAX_TAGS} of up to 100 characters. The list replaces all tags of the record. Case does not ` +
      'matter, and missing definitions are created.',
  );

/** The tags and custom fields of a record as clients send them: tags by name, fields by code. */
export interface SentAnnotations {
  tags?: string[];
  fields?: z.output<typeof customField>[];
}
