import { serverDecided } from '@keyhaven/contracts/fees/definition-input';

/**
 * Which fields of a body ask for what only the server decides, each fault in words. A field that carries the value that
 * the record has asks for nothing, and so does null where there is no value yet.
 */
export function echoFaults(
  body: Partial<Record<keyof typeof serverDecided, unknown>>,
  record: Partial<Record<keyof typeof serverDecided, unknown>>,
): string[] {
  const fields = Object.keys(serverDecided) as (keyof typeof serverDecided)[];
  return fields
    .filter((field) => body[field] !== undefined && inText(body[field]) !== inText(record[field]))
    .map((field) => `${field}: ${JSON.stringify(body[field]).slice(0, 80)} is not accepted; ${serverDecided[field]}`);
}

/** A value as it is compared: ids may arrive as texts. */
function inText(value: unknown): string {
  return JSON.stringify(value ?? null).replaceAll('"', '');
}
