import type { PlannedGuest } from '../demo-plan';
import type { Market } from '../properties/portfolio-entry';
import type { SeededRandom } from '../random/seeded-random';
import { asciiWords } from './ascii-words';
import { type Home, homes, homesByOrigin } from './homes';
import { type Origin, personNames } from './person-names';
import { reservedPhone } from './reserved-phone';

/** Where the guests of a market come from, with weights. */
const originsByMarket: Record<Market, Partial<Record<Origin, number>>> = {
  british: { english: 9, irish: 3, nigerian: 3, indian: 3, american: 2, polish: 2, dutch: 2, german: 2, eastAsian: 1 },
  european: {
    german: 6,
    french: 5,
    dutch: 4,
    italian: 4,
    iberian: 4,
    nordic: 4,
    polish: 3,
    english: 4,
    american: 3,
    nigerian: 1,
    indian: 1,
    irish: 2,
    southAfrican: 1,
  },
  american: {
    american: 8,
    blackAmerican: 6,
    hispanicAmerican: 6,
    indian: 3,
    nigerian: 2,
    french: 2,
    german: 1,
    japanese: 1,
    eastAsian: 2,
    irish: 1,
    english: 1,
    italian: 1,
  },
  japanese: { japanese: 8, eastAsian: 5, australian: 3, american: 2, french: 2, german: 1, nordic: 1, italian: 1 },
  gulf: { arab: 10, indian: 2, english: 1 },
  southern: { australian: 7, pacific: 5, southAfrican: 4, eastAsian: 3, english: 2, german: 2, japanese: 1, dutch: 1 },
};

const hostNotes = [
  'Prefers to be called, does not read messages on the road.',
  'Allergic to feathers: foam pillows, please.',
  'Travels with a folding bike; show the shed.',
  'Leaves the place spotless. Always welcome.',
  'Vegetarian; asked about markets nearby.',
  'Needs a ground-floor bedroom or a lift if there is one.',
  'Bring the travel cot before they ask.',
  'Works in the mornings and needs the good desk.',
];

/** Makes guests who did not exist before: no two have the same name, or the same e-mail address. */
export interface GuestList {
  invite(market: Market): PlannedGuest;
  guests: PlannedGuest[];
}

/** @param reservedAddresses e-mail addresses that others have. */
export function openGuestList(random: SeededRandom, reservedAddresses: readonly string[]): GuestList {
  const guests: PlannedGuest[] = [];
  const addresses = new Set(reservedAddresses);
  const namesLeft = new Map<Origin, [given: string, family: string][]>();

  const nextName = (origin: Origin): [given: string, family: string] => {
    const left = namesLeft.get(origin) ?? random.shuffled(allNames(origin));
    namesLeft.set(origin, left);
    const name = left.pop();
    if (!name) throw new Error(`there are no more ${origin} names; add some`);
    return name;
  };
  const addressFor = (given: string, family: string): string => {
    const plain = asciiWords(`${given} ${family}`);
    const forms = [plain.join('.'), plain.join(''), `${plain.join('.')}.${random.whole(60, 99)}`];
    const address = forms.map((form) => `${form}@example.com`).find((form) => !addresses.has(form));
    if (address === undefined) throw new Error(`the e-mail addresses for ${given} ${family} are all taken`);
    addresses.add(address);
    return address;
  };

  return {
    guests,
    invite: (market) => {
      const origin = random.weighted(originsByMarket[market]);
      const [given, family] = nextName(origin);
      const homeKey = random.weighted(homesByOrigin[origin]);
      const home: Home = homes[homeKey];
      const town = random.pick(home.towns);
      const phone = reservedPhone(homeKey, town, random);
      const street = random.pick(home.streets).replace('#', String(random.whole(1, 148)));
      const guest: PlannedGuest = {
        key: `guest-${asciiWords(`${given} ${family}`).join('-')}-${String(guests.length + 1).padStart(4, '0')}`,
        body: {
          first_name: given,
          last_name: family,
          notes: random.chance(0.07) ? random.pick(hostNotes) : null,
          addresses: random.chance(0.7)
            ? [
                {
                  type: 'home',
                  street1: street,
                  city: town.city,
                  state: town.region,
                  postal_code: town.postalCode,
                  country: home.country,
                },
              ]
            : [],
          email_addresses: [{ type: 'home', address: addressFor(given, family) }],
          phones: phone === null ? [] : [{ type: 'mobile', number: phone }],
        },
      };
      guests.push(guest);
      return guest;
    },
  };
}

function allNames(origin: Origin): [given: string, family: string][] {
  const { given, family } = personNames[origin];
  return given.split(' ').flatMap((first) => family.split(' ').map((last): [string, string] => [first, last]));
}
