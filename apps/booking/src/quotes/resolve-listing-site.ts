import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { foldedText } from '@keyhaven/stays/folded-text';
import type { BookingStore } from '../store/booking-store';

/**
 * The maximum number of an account's listing sites that are read. Accounts have fewer listing
 * sites.
 */
const MANY = 1000;

interface SentSite {
  listing_site?: string | null;
  listing_site_id?: number | null;
}

/**
 * Finds the listing site that a body refers to by id, name or both. An inactive site is found by name only if the
 * record already has it, because a client may send a record back unchanged.
 * @param presentId the listing site of the record before the change.
 * @returns the id; undefined when the body does not mention a site; null when the body clears the site.
 * @throws ApiError bad_request for an unknown name, and when name and id disagree.
 */
export async function resolveListingSite(
  store: BookingStore,
  scope: AccountScope,
  { listing_site, listing_site_id }: SentSite,
  presentId: number | null = null,
): Promise<number | null | undefined> {
  if (listing_site === undefined) return listing_site_id;
  if (listing_site === null || listing_site.trim() === '') {
    if (listing_site_id == null) return null;
    throw disagreement(listing_site, listing_site_id);
  }
  const plain = (name: string) => foldedText(name.trim());
  const sites = await store.listingSites.find(scope, {}, { limit: MANY });
  const named = sites.filter(({ name }) => plain(name) === plain(listing_site));
  if (listing_site_id !== undefined) {
    if (listing_site_id !== null && named.some(({ _id }) => _id === listing_site_id)) return listing_site_id;
    throw disagreement(listing_site, listing_site_id);
  }
  const found = named.find(({ _id }) => _id === presentId) ?? named.find(({ active }) => active);
  if (found) return found._id;
  throw new ApiError(
    'bad_request',
    `listing_site: the listing site ${JSON.stringify(listing_site)} was not found or is not available`,
  );
}

function disagreement(name: string | null, id: number | null): ApiError {
  return new ApiError(
    'bad_request',
    `listing_site: ${JSON.stringify(name)} is not the listing site with the listing_site_id ${id}; send one of the two`,
  );
}
