import { z } from 'zod';
import { text } from '../shared/inputs';

/** The largest total length of a record's custom field values, in bytes of UTF-8 (specification, Limits). */
export const MAX_FIELDS_BYTES = 256 * 1024;

/** The value of a custom field. */
export const customField = z.object({ code: z.string(), value: z.string() });

const codes = (fields: { code: string }[]) => new Set(fields.map((field) => field.code));

/** Custom field values in a request: they replace all previous values. */
export const customFieldsInput = z
  .array(z.object({ code: text(100).min(1), value: text(MAX_FIELDS_BYTES) }))
  .max(500, { error: 'expected at most 500 fields' })
  .refine((fields) => codes(fields).size === fields.length, { error: 'expected each code once' })
  .refine(
    (fields) =>
      fields.reduce((bytes, field) => bytes + new TextEncoder().encode(field.value).length, 0) <= MAX_FIELDS_BYTES,
    {
      error: 'expected values of at most 256 kB in total',
    },
  );

/** Tags: short words without duplicates. */
export const tagsInput = z
  .array(text(100).min(1))
  .max(100, { error: 'expected at most 100 tags' })
  .transform((tags) => [...new Set(tags)]);
