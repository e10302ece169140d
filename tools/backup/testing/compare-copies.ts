import { DATABASE_PREFIX } from '@keyhaven/contracts/platform/services';
import type { mongo } from 'mongoose';

/**
 * The collections in which services keep copies of other services' records, each with the service and collection of the
 * original records. If the record is only a part of the original document, `part` is the name of the field that
 * contains the record.
 */
const COPIES = [
  { copies: ['booking', 'account_copies'], records: ['identity', 'accounts'] },
  { copies: ['pricing', 'property_copies'], records: ['booking', 'properties'] },
  { copies: ['pricing', 'occupancies'], records: ['booking', 'stays'], part: 'booking' },
  { copies: ['fees', 'property_copies'], records: ['booking', 'properties'] },
  { copies: ['fees', 'listing_site_copies'], records: ['booking', 'listing_sites'] },
  { copies: ['finance', 'property_copies'], records: ['booking', 'properties'] },
  { copies: ['finance', 'owner_copies'], records: ['booking', 'owners'] },
  { copies: ['finance', 'booking_copies'], records: ['booking', 'stays'], part: 'booking' },
  { copies: ['messaging', 'guest_copies'], records: ['booking', 'guests'] },
  { copies: ['booking', 'thread_copies'], records: ['messaging', 'threads'] },
  { copies: ['booking', 'balance_copies'], records: ['finance', 'booking_balances'] },
] as const;

/**
 * Compares the ids and versions of all copies with those of the original records, and the generation of the copies with
 * the expected generation.
 * @returns one message for each collection of copies that differs, with the ids.
 */
export async function copyFaults(client: mongo.MongoClient, generation: number): Promise<string[]> {
  const all = ([service, name]: readonly [string, string]) =>
    client
      .db(DATABASE_PREFIX + service)
      .collection<any>(name)
      .find()
      .toArray();
  const faults: string[] = [];
  for (const compared of COPIES) {
    const part = 'part' in compared ? compared.part : undefined;
    const records = new Map<number, string>();
    for (const document of await all(compared.records)) {
      const record = part === undefined ? { ...document, id: document._id } : document[part];
      if (record && !document.is_deleted) records.set(record.id, `${generation}/${record.version}`);
    }
    const copies = new Map<number, string>();
    for (const copy of await all(compared.copies)) {
      if (!copy.deleted_utc) copies.set(copy._id, `${copy.generation}/${copy.version}`);
    }
    const ids = [...new Set([...records.keys(), ...copies.keys()])];
    const different = ids.filter((id) => records.get(id) !== copies.get(id));
    const shown = different.slice(0, 5).map((id) => `${id}: ${records.get(id)} has the copy ${copies.get(id)}`);
    if (different.length > 0) faults.push(`${compared.copies.join('.')}: ${shown.join('; ')}`);
  }
  return faults;
}
