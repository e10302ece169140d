import type { Property } from '@keyhaven/contracts/booking/property';
import { bookingPublicContract } from '@keyhaven/contracts/booking/public-contract';
import { bodyOf } from '@keyhaven/service/peers/contract-client';
import type { PortalServices } from '../services/portal-services';
import type { Session } from '../visit/visit';

interface PropertyPage {
  properties: Property[];
  hasMore: boolean;
}

/**
 * Returns a page of the active properties whose name, code or id contains a text. Without a text, returns a page of all
 * active properties.
 */
export async function findPropertyPage(
  { api }: Pick<PortalServices, 'api'>,
  session: Session,
  { text, offset, limit }: { text: string; offset: number; limit: number },
): Promise<PropertyPage> {
  const query = { active: 'true', offset, limit, ...(text === '' ? {} : { q: text }) };
  const page = bodyOf(await api('booking', bookingPublicContract, session).listProperties({ query }));
  return { properties: page.items, hasMore: page.next_page_url !== null };
}
