import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { foldedText } from '@keyhaven/stays/folded-text';
import type { BookingStore } from '../store/booking-store';
import type { PropertyDocument } from '../store/property.model';

/** The maximum number of properties of an account that are compared with a text. */
const MAX_COMPARED = 10_000;

/**
 * Finds properties whose name, external name or internal code contains a text, regardless of case, or whose id is the
 * text. No index can serve this search, so these fields of all properties of the account are read.
 * @param parameter the query parameter that contained the text. An empty text is no filter.
 * @returns the ids of the properties; undefined without a text, and if all properties match.
 * @throws ApiError bad_request if the account has more than MAX_COMPARED properties.
 */
export async function findPropertiesByText(
  store: BookingStore,
  scope: AccountScope,
  parameter: 'q' | 'property_q',
  sent: string | undefined,
): Promise<number[] | undefined> {
  const text = foldedText(sent?.trim() ?? '');
  if (text === '') return undefined;
  const compared = ['name', 'external_name', 'internal_code'] as const;
  const properties = await store.properties.readFields(scope, {}, compared, MAX_COMPARED + 1);
  if (properties.length > MAX_COMPARED) {
    const message = `query parameter ${parameter}: is not accepted for accounts with more than 10,000 properties; send property_ids`;
    throw new ApiError('bad_request', message);
  }
  const found = properties.filter((property) => matches(property, text));
  // A filter for all properties would only make the query slower.
  return found.length === properties.length && found.length > 0 ? undefined : found.map(({ _id }) => _id);
}

type Compared = Pick<PropertyDocument, 'name' | 'external_name' | 'internal_code'> & { _id: number };

function matches({ _id, name, external_name, internal_code }: Compared, text: string): boolean {
  if (String(_id) === text) return true;
  return [name, external_name, internal_code].some((value) => value != null && foldedText(value).includes(text));
}
