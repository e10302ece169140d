import { z } from 'zod';

/**
 * Words the issue of a field that `.required()` made mandatory again and that is missing: zod says "expected
 * nonoptional", and what is expected is what the field's own schema says of a value that is not there. Every schema of
 * the process is worded by it, however deep in a contract it stands; for all other issues it leaves zod its words.
 */
export function wordMissingFields(): void {
  z.config({ customError: expectedOfMissing });
}

function expectedOfMissing({ code, expected, inst }: z.core.$ZodRawIssue): string | undefined {
  if (code !== 'invalid_type' || expected !== 'nonoptional') return undefined;
  let schema: unknown = inst;
  while (schema instanceof z.ZodNonOptional || schema instanceof z.ZodOptional) schema = schema.unwrap();
  const faults = schema instanceof z.ZodType ? schema.safeParse(undefined).error?.issues : undefined;
  return faults?.[0]?.message ?? 'expected a value';
}
