import { type LegacySurcharge, legacySurcharge } from '@keyhaven/contracts/fees/legacy-surcharge';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { FeesStore } from '../store/fees-store';
import { getDefinition } from './read-definitions';

/** Returns one surcharge in the format of API version 1. @throws ApiError not_found. */
export async function getLegacySurcharge(
  store: FeesStore,
  scope: AccountScope,
  id: number,
): Promise<{ record: LegacySurcharge; version: number }> {
  const { record, version } = await getDefinition(store.surcharges, scope, id);
  return { record: legacySurcharge.parse(inCamelCase(record)), version };
}

/** Converts all field names of a value to camelCase. */
function inCamelCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inCamelCase);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      inCamelCase(field),
    ]),
  );
}
