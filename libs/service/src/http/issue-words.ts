import { z } from 'zod';

/**
 * Replaces the default messages of zod with our own. Applies to all schemas in this process, at any
 * depth, except to schemas with a custom message.
 */
export function wordIssues(): void {
  z.config({ customError: wordIssue });
}

function wordIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'nonoptional' ? expectedOfMissing(issue.inst) : expectedType(issue.expected);
    case 'too_big':
      return expectedSize('at most', 'less than', issue.inclusive !== false, issue.maximum, issue.origin);
    case 'too_small':
      return expectedSize('at least', 'more than', issue.inclusive !== false, issue.minimum, issue.origin);
    case 'invalid_value':
      return issue.values.length === 1
        ? `expected ${String(issue.values[0])}`
        : `expected one of ${issue.values.map(String).join(', ')}`;
    case 'unrecognized_keys':
      return `unknown fields: ${issue.keys.join(', ')}`;
    case 'not_multiple_of':
      return `expected a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return `expected ${formats[issue.format] ?? `a text in the format ${issue.format}`}`;
    case 'invalid_union':
      return 'expected one of the documented forms';
    case 'invalid_key':
      return 'expected a documented name';
    default:
      return undefined;
  }
}

/**
 * Returns the message for a missing field that `.required()` made mandatory again: the message that
 * the field's own schema has for undefined.
 */
function expectedOfMissing(inst: unknown): string {
  let schema: unknown = inst;
  while (schema instanceof z.ZodNonOptional || schema instanceof z.ZodOptional) schema = schema.unwrap();
  const faults = schema instanceof z.ZodType ? schema.safeParse(undefined).error?.issues : undefined;
  return faults?.[0]?.message ?? 'expected a value';
}

const types: Record<string, string> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  null: 'null',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a text',
  tuple: 'a list',
};

function expectedType(type: string): string {
  return `expected ${types[type] ?? 'another value'}`;
}

const formats: Record<string, string> = {
  date: 'a calendar date',
  datetime: 'an instant',
  email: 'an e-mail address',
  guid: 'a GUID',
  regex: 'a text in the documented format',
  url: 'an address',
  uuid: 'a UUID',
};

/** The unit in which the size of a value is measured, by type. Numbers have no unit. */
const counted: Record<string, string> = { string: ' character', array: ' element', set: ' element', map: ' field' };

function expectedSize(
  inclusiveWords: string,
  exclusiveWords: string,
  isInclusive: boolean,
  bound: number | bigint | Date,
  origin: string,
): string {
  const unit = counted[origin];
  const units = unit === undefined ? '' : Number(bound) === 1 ? unit : `${unit}s`;
  return `expected ${isInclusive ? inclusiveWords : exclusiveWords} ${String(bound)}${units}`;
}
