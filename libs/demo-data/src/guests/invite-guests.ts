import { z } from 'zod';
import data from '../data/guests.json';
import type { PlannedGuest } from '../plan/demo-plan';
import type { Market } from '../plan/portfolio';
import type { SeededRandom } from '../plan/seeded-random';
import { reservedPhone } from './reserved-phone';

const weights = z.record(z.string(), z.number());
const town = z.tuple([z.string(), z.string().nullable(), z.string()]).rest(z.string());

/**
 * The data from which guests are invented. `names` has the names by origin. `homes` has towns and streets by country
 * (# stands for the house number). `homesOfOrigin` has the weight of each country for an origin, and `originsOfMarket`
 * the weight of each origin in a market.
 */
export const people = z
  .object({
    names: z.record(z.string(), z.object({ given: z.string(), family: z.string() })),
    homes: z.record(z.string(), z.object({ country: z.string(), streets: z.array(z.string()), towns: z.array(town) })),
    homesOfOrigin: z.record(z.string(), weights),
    originsOfMarket: z.record(z.string(), weights),
  })
  .parse(data);

/**
 * Returns the words of a name in lower-case ASCII letters, for keys and e-mail addresses.
 * `Małgorzata` becomes `malgorzata`.
 */
export function asciiWords(name: string): string[] {
  const plain = name.toLowerCase().normalize('NFD').replaceAll('ł', 'l').replaceAll('ø', 'o');
  return plain.replace(/[^a-z ]/g, '').split(' ');
}

/**
 * The owners of the properties. Each is loaded twice: as an owner, and as the guest of the owner's
 * own stays.
 */
export const owners = data.owners.map(([key, first_name, last_name, country, notes]) => ({
  key: key!,
  body: {
    first_name: first_name!,
    last_name: last_name!,
    notes,
    addresses: [{ type: 'home', country: country! }],
    email_addresses: [{ type: 'work', address: `${asciiWords(`${first_name} ${last_name}`).join('.')}@example.com` }],
  },
}));

/**
 * Returns a function that invents a guest, and the list of all guests invented so far. No two
 * guests have the same name or e-mail address.
 */
export function openGuestList(random: SeededRandom) {
  const guests: PlannedGuest[] = [];
  const addresses = new Set(owners.flatMap(({ body }) => body.email_addresses.map(({ address }) => address)));
  const namesLeft = new Map<string, [given: string, family: string][]>();

  const nextName = (origin: string): [given: string, family: string] => {
    const left = namesLeft.get(origin) ?? random.shuffled(allNames(origin));
    namesLeft.set(origin, left);
    const name = left.pop();
    if (!name) throw new Error(`guests.json has too few ${origin} names; add some`);
    return name;
  };
  const addressFor = (plain: string[]): string => {
    const forms = [plain.join('.'), plain.join(''), `${plain.join('.')}.${random.whole(60, 99)}`];
    const address = forms.map((form) => `${form}@example.com`).find((form) => !addresses.has(form));
    if (address === undefined) throw new Error(`the e-mail addresses for ${plain.join(' ')} are all taken`);
    addresses.add(address);
    return address;
  };
  const invite = (market: Market): PlannedGuest => {
    const origin = random.weighted(people.originsOfMarket[market]!);
    const [first_name, last_name] = nextName(origin);
    const home = random.weighted(people.homesOfOrigin[origin]!);
    const { country, streets, towns } = people.homes[home]!;
    const [city, state, postal_code, areaCode = ''] = random.pick(towns);
    const phone = reservedPhone(home, areaCode, random);
    const street1 = random.pick(streets).replace('#', String(random.whole(1, 148)));
    const plain = asciiWords(`${first_name} ${last_name}`);
    const guest: PlannedGuest = {
      key: `guest-${plain.join('-')}-${String(guests.length + 1).padStart(4, '0')}`,
      body: {
        first_name,
        last_name,
        notes: random.chance(0.07) ? random.pick(data.notes) : null,
        addresses: random.chance(0.7) ? [{ type: 'home', street1, city, state, postal_code, country }] : [],
        email_addresses: [{ type: 'home', address: addressFor(plain) }],
        phones: phone === null ? [] : [{ type: 'mobile', number: phone }],
      },
    };
    guests.push(guest);
    return guest;
  };
  return { guests, invite };
}

function allNames(origin: string): [given: string, family: string][] {
  const { given, family } = people.names[origin]!;
  return given.split(' ').flatMap((first) => family.split(' ').map((last): [string, string] => [first, last]));
}
