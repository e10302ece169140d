import type { AccountClient } from './account-client';
import { operatorBody } from './operator-bodies';

type Ids = Readonly<Record<'property' | 'owner' | 'booking' | 'listing_site', string>>;

/** Creates the records that only operators see. */
export async function fillSettings({ operate, idIn, text }: AccountClient, ids: Ids) {
  const annexe = await idIn(operate('booking', '/properties', { name: text('annexe'), currency_code: 'USD' }));
  const known = { ...ids, annexe };
  const bodyOf = (path: string) => operatorBody('POST', path, known);
  return {
    annexe,
    link: await idIn(operate('booking', '/links', bodyOf('/links'))),
    tax: await idIn(operate('fees', '/taxes', { ...bodyOf('/taxes'), description: text('tax') })),
    holiday: await idIn(operate('pricing', '/holidays', { ...bodyOf('/holidays'), name: text('fair') })),
    owner_entry: await idIn(
      operate('finance', '/owner_entries', { ...bodyOf('/owner_entries'), description: text('roof') }),
    ),
  };
}
