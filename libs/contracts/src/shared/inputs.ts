/// <reference lib="es2024.string" />
import { z } from 'zod';

/** The largest id. Larger numbers are not exact in JSON. */
const MAX_ID = Number.MAX_SAFE_INTEGER;
const idMessage = 'expected the id of a record, a positive integer';

/** An id in a response. */
export const id = z.int().positive().meta({ example: 4711, description: 'Id of the record.' });

/** An id in a path, a query or a body. Clients may send a number, or a string that contains a number. */
export const idInput = z
  .union([z.number(), z.string().regex(/^\d{1,16}$/, { error: idMessage })], { error: idMessage })
  .transform(Number)
  .refine((value) => Number.isInteger(value) && value > 0 && value <= MAX_ID, { error: idMessage })
  .meta({ type: 'integer', minimum: 1, description: 'Id of the record: a number, or a string of digits.' });

/**
 * The path parameter `id`.
 * @param record the kind of record that the route is about, such as "booking".
 */
export function idPath(record: string) {
  return z.object({ id: idInput.describe(`Id of the ${record}.`) });
}

/** The maximum number of ids in a list in a query. */
export const MAX_IDS = 1000;

/** Returns the values of a list in a query: separated by commas, repeated, or both. Blank values are left out. */
export function listedIn(sent: string | readonly string[]): string[] {
  return [sent]
    .flat()
    .flatMap((part) => part.split(','))
    .map((text) => text.trim())
    .filter((text) => text !== '');
}

/** A list of ids in a query, separated by commas. The parameter may be repeated. */
function idList(onWrong: 'refuse' | 'omit') {
  return z
    .union([z.string(), z.array(z.string())], { error: 'expected ids separated by commas' })
    .transform((value, context) => {
      const texts = listedIn(value);
      if (texts.length > MAX_IDS) {
        context.addIssue({ code: 'custom', message: `expected at most ${MAX_IDS} ids, not ${texts.length}` });
        return z.NEVER;
      }
      const wrong = onWrong === 'refuse' ? texts.find((text) => !isId(text)) : undefined;
      if (wrong !== undefined) {
        context.addIssue({
          code: 'custom',
          message: `${JSON.stringify(wrong.slice(0, 50))} is not an id; expected positive integers`,
        });
        return z.NEVER;
      }
      return [...new Set(texts.filter(isId).map(Number))];
    })
    .meta({ type: 'array', items: { type: 'integer', format: 'int64', minimum: 1 }, maxItems: MAX_IDS });
}

function isId(text: string): boolean {
  return /^\d{1,16}$/.test(text) && Number(text) > 0 && Number(text) <= MAX_ID;
}

/** A list of ids in a query. Values that are not ids are refused. */
export const idListInput = idList('refuse').describe(
  `Ids, separated by commas, at most ${MAX_IDS}. The parameter may be repeated.`,
);

/** A list of ids in a query. Values that are not ids are treated like ids that do not exist. */
export const unknownIdsOmitted = idList('omit').describe(
  `Ids, separated by commas, at most ${MAX_IDS}. The parameter may be repeated. Ids that do not exist are left out.`,
);

/** A boolean in a body. */
export const booleanInput = z.boolean({ error: 'expected true or false' });

/** A boolean in a query: true or false in any case, 1 or 0. */
export const booleanQuery = z
  .string({ error: 'expected true or false' })
  .transform((text, context) => {
    if (/^(true|1)$/i.test(text)) return true;
    if (/^(false|0)$/i.test(text)) return false;
    context.addIssue({ code: 'custom', message: 'expected true or false' });
    return z.NEVER;
  })
  .meta({ type: 'boolean' });

/**
 * A parameter with which clients ask a list to include a field. Routes that return one record accept the parameter but
 * ignore it, because their responses always contain the field.
 */
export function includedAnyway(field: string) {
  return booleanQuery.optional().describe(`Has no effect here: the answer always contains \`${field}\`.`);
}

/** A filter by `active`: true, false, or `all`. */
export const activeQuery = z
  .string({ error: 'expected true, false or all' })
  .transform((text, context): boolean | 'all' => {
    if (/^all$/i.test(text)) return 'all';
    const read = booleanQuery.safeParse(text);
    if (read.success) return read.data;
    context.addIssue({ code: 'custom', message: 'expected true, false or all' });
    return z.NEVER;
  })
  .meta({
    enum: ['true', 'false', 'all'],
    description: '`true`: active records; `false`: inactive ones; `all`: both.',
  });

/** An enum value. In requests, its case and underscores do not matter. Responses have the documented spelling. */
export function wordInput<const Words extends readonly [string, ...string[]]>(words: Words) {
  const plain = (word: string) => word.toLowerCase().replaceAll('_', '').trim();
  return z
    .string({ error: `expected one of ${words.join(', ')}` })
    .transform((text, context): Words[number] => {
      const found = words.find((word) => plain(word) === plain(text));
      if (found !== undefined) return found;
      context.addIssue({ code: 'custom', message: `expected one of ${words.join(', ')}` });
      return z.NEVER;
    })
    .meta({ enum: [...words] });
}

/**
 * A filter in a query: a list of enum values, separated by commas. The parameter may be repeated. If the list is empty,
 * all records match.
 */
export function wordListInput<const Words extends readonly [string, ...string[]]>(words: Words) {
  const word = wordInput(words);
  return z
    .union([z.string(), z.array(z.string())], { error: `expected some of ${words.join(', ')}, separated by commas` })
    .transform((value, context): Words[number][] | undefined => {
      const texts = listedIn(value);
      const found = texts.map((text) => word.safeParse(text));
      const wrong = texts.find((_, index) => !found[index]!.success);
      if (wrong !== undefined) {
        const message = `expected some of ${words.join(', ')}; ${JSON.stringify(wrong.slice(0, 50))} is none of them`;
        context.addIssue({ code: 'custom', message });
        return z.NEVER;
      }
      return texts.length === 0 ? undefined : [...new Set(found.flatMap(({ data }) => data ?? []))];
    })
    .meta({ type: 'array', items: { type: 'string', enum: [...words] } });
}

/**
 * A text of limited length. It must not contain control characters other than line breaks and tabs,
 * nor unpaired surrogates, which UTF-8 cannot encode.
 */
export function text(maximum: number) {
  return z
    .string({ error: 'expected a text' })
    .max(maximum, { error: `expected at most ${maximum} characters` })
    .regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/, {
      error: 'expected a text without control characters',
    })
    .refine((value) => value.isWellFormed(), { error: 'expected well-formed Unicode' });
}

/** A whole number within bounds. Clients may send a number, or a string that contains a number. */
export function wholeNumberInput(minimum: number, maximum: number) {
  const message = `expected a whole number from ${minimum} to ${maximum}`;
  return z
    .union([z.number(), z.string().regex(/^-?\d{1,15}$/, { error: message })], { error: message })
    .transform(Number)
    .refine((value) => Number.isInteger(value) && value >= minimum && value <= maximum, { error: message })
    .meta({ type: 'integer', minimum, maximum });
}

/**
 * A parameter that was removed from the API. Requests that send it are refused.
 * @param error the error message, which names the replacement.
 */
export function removedParameter(error: string) {
  return z
    .unknown()
    .optional()
    .refine((value) => value === undefined, { error });
}

/** An absolute http or https URL. Line breaks and tabs are refused, because URL parsers drop them. */
export function webAddress(maximum: number) {
  return text(maximum).refine((value) => /^https?:\/\/[^\t\n\r]+$/i.test(value) && URL.canParse(value), {
    error: 'expected an absolute address that begins with http:// or https://',
  });
}
