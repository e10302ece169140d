import type { Origin } from './person-names';

/** A town that guests come from; the area code is for countries whose reserved numbers have one. */
export interface Town {
  city: string;
  region: string | null;
  postalCode: string;
  areaCode?: string;
}

export interface Home {
  country: string;
  /** Names of streets, in the way that an address puts them; # is the house number. */
  streets: readonly string[];
  towns: readonly Town[];
}

const town = (city: string, region: string | null, postalCode: string, areaCode?: string): Town => ({
  city,
  region,
  postalCode,
  areaCode,
});

/** Where guests live, by country. The streets are common names, not addresses that someone has. */
export const homes = {
  unitedKingdom: {
    country: 'United Kingdom',
    streets: ['# Orchard Lane', '# Wharf Road', '# Beech Terrace', 'Flat #, Mill Court', '# Lantern Close'],
    towns: [
      town('Leeds', null, 'LS6 2AB'),
      town('Bristol', null, 'BS7 8NN'),
      town('Glasgow', null, 'G12 8QQ'),
      town('Norwich', null, 'NR2 3PT'),
      town('London', null, 'SE15 4RT'),
    ],
  },
  ireland: {
    country: 'Ireland',
    streets: ['# Strand Road', '# Chapel Lane', '# Hawthorn Avenue'],
    towns: [town('Dublin', null, 'D06 X2Y7'), town('Cork', null, 'T12 P8R3'), town('Galway', null, 'H91 K4W2')],
  },
  unitedStates: {
    country: 'United States',
    streets: ['# Maple Ave', '# Cottonwood Dr', '# Harbor St', '# Prospect Pl', '# Old Mill Rd'],
    towns: [
      town('Chicago', 'IL', '60618', '312'),
      town('Atlanta', 'GA', '30316', '404'),
      town('Seattle', 'WA', '98117', '206'),
      town('Houston', 'TX', '77008', '713'),
      town('Denver', 'CO', '80211', '303'),
      town('Brooklyn', 'NY', '11215', '718'),
      town('Minneapolis', 'MN', '55407', '612'),
      town('San Diego', 'CA', '92104', '619'),
    ],
  },
  canada: {
    country: 'Canada',
    streets: ['# Lakeview Cres', '# rue des Pins', '# Birch St'],
    towns: [
      town('Montréal', 'QC', 'H2J 2Y3', '514'),
      town('Toronto', 'ON', 'M6G 1B4', '416'),
      town('Vancouver', 'BC', 'V5T 3C1', '604'),
    ],
  },
  australia: {
    country: 'Australia',
    streets: ['# Banksia St', '# Wattle Gr', '# Station St'],
    towns: [
      town('Newtown', 'NSW', '2042', '2'),
      town('Brunswick', 'VIC', '3056', '3'),
      town('Paddington', 'QLD', '4064', '7'),
      town('Fremantle', 'WA', '6160', '8'),
    ],
  },
  newZealand: {
    country: 'New Zealand',
    streets: ['# Rata St', '# Kowhai Rd'],
    towns: [town('Auckland', null, '1021'), town('Wellington', null, '6011'), town('Dunedin', null, '9016')],
  },
  germany: {
    country: 'Germany',
    streets: ['Lindenstraße #', 'Am Mühlbach #', 'Gartenweg #'],
    towns: [
      town('Hamburg', null, '22765', '40'),
      town('Köln', null, '50823', '221'),
      town('München', null, '81667', '89'),
      town('Frankfurt am Main', null, '60385', '69'),
      town('Berlin', null, '12047', '30'),
    ],
  },
  france: {
    country: 'France',
    streets: ['# rue des Tilleuls', '# allée du Moulin', '# impasse des Lilas'],
    towns: [town('Lyon', null, '69004'), town('Nantes', null, '44000'), town('Paris', null, '75011')],
  },
  italy: {
    country: 'Italy',
    streets: ['Via dei Mille #', 'Via del Forno #', 'Corso Cavour #'],
    towns: [town('Torino', 'TO', '10124'), town('Bologna', 'BO', '40126'), town('Milano', 'MI', '20135')],
  },
  iberia: {
    country: 'Spain',
    streets: ['Calle del Olmo #', 'Calle Mayor #', 'Paseo de la Alameda #'],
    towns: [town('Madrid', null, '28012'), town('Valencia', null, '46003'), town('Bilbao', null, '48005')],
  },
  portugal: {
    country: 'Portugal',
    streets: ['Rua das Flores #', 'Travessa da Fonte #'],
    towns: [town('Porto', null, '4050-265'), town('Coimbra', null, '3000-175')],
  },
  netherlands: {
    country: 'Netherlands',
    streets: ['Molenweg #', 'Kerkstraat #', 'Prinsengaarde #'],
    towns: [town('Utrecht', null, '3512 JE'), town('Groningen', null, '9712 GL'), town('Haarlem', null, '2011 XA')],
  },
  sweden: {
    country: 'Sweden',
    streets: ['Björkvägen #', 'Storgatan #'],
    towns: [town('Göteborg', null, '413 01'), town('Uppsala', null, '753 20'), town('Malmö', null, '211 47')],
  },
  poland: {
    country: 'Poland',
    streets: ['ul. Lipowa #', 'ul. Ogrodowa #'],
    towns: [town('Kraków', null, '31-048'), town('Gdańsk', null, '80-831'), town('Poznań', null, '61-772')],
  },
  japan: {
    country: 'Japan',
    streets: ['3-#-2 Midoricho', '1-#-8 Sakuragaoka'],
    towns: [
      town('Osaka', 'Osaka', '545-0021'),
      town('Yokohama', 'Kanagawa', '231-0062'),
      town('Fukuoka', 'Fukuoka', '810-0042'),
    ],
  },
  singapore: {
    country: 'Singapore',
    streets: ['Blk # Angsana Walk', '# Frangipani Rise'],
    towns: [town('Singapore', null, '560123')],
  },
  southKorea: {
    country: 'South Korea',
    streets: ['# Eunhaeng-ro', '# Beotkkot-gil'],
    towns: [town('Seoul', null, '04050'), town('Busan', null, '48094')],
  },
  kuwait: {
    country: 'Kuwait',
    streets: ['Block 4, Street 12, House #', 'Block 7, Street 3, House #'],
    towns: [town('Salmiya', null, '22001'), town('Hawalli', null, '32003')],
  },
  emirates: {
    country: 'United Arab Emirates',
    streets: ['Villa #, Ghaf Street', 'Apartment #, Sidr Tower'],
    towns: [town('Dubai', null, '00000'), town('Abu Dhabi', null, '00000')],
  },
  southAfrica: {
    country: 'South Africa',
    streets: ['# Jacaranda Rd', '# Protea St'],
    towns: [town('Johannesburg', 'Gauteng', '2092'), town('Durban', 'KwaZulu-Natal', '4001')],
  },
} as const satisfies Record<string, Home>;

export type HomeKey = keyof typeof homes;

/** Where people with these names live, with weights: many live where they were not born. */
export const homesByOrigin: Record<Origin, Partial<Record<HomeKey, number>>> = {
  english: { unitedKingdom: 9, australia: 1 },
  irish: { ireland: 7, unitedKingdom: 2, unitedStates: 1 },
  nigerian: { unitedKingdom: 5, unitedStates: 4, canada: 1 },
  indian: { unitedKingdom: 4, unitedStates: 4, singapore: 1, australia: 2, canada: 1 },
  american: { unitedStates: 1 },
  blackAmerican: { unitedStates: 1 },
  hispanicAmerican: { unitedStates: 9, canada: 1 },
  german: { germany: 9, unitedStates: 1 },
  french: { france: 6, canada: 4 },
  italian: { italy: 7, germany: 2, unitedStates: 1 },
  iberian: { iberia: 5, portugal: 5 },
  dutch: { netherlands: 1 },
  nordic: { sweden: 1 },
  polish: { poland: 6, unitedKingdom: 3, germany: 1 },
  japanese: { japan: 9, unitedStates: 1 },
  eastAsian: { singapore: 4, southKorea: 4, australia: 2 },
  arab: { kuwait: 6, emirates: 3, unitedKingdom: 1 },
  australian: { australia: 1 },
  pacific: { newZealand: 7, australia: 2, unitedStates: 1 },
  southAfrican: { southAfrica: 8, unitedKingdom: 2 },
};
