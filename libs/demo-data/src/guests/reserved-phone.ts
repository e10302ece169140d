import type { SeededRandom } from '../plan/seeded-random';

/** The beginnings of the German numbers that are reserved for films and books, by area code. */
const germanDramaNumbers: Record<string, string> = { 30: '23125', 40: '66969', 69: '90009', 89: '99998', 221: '4710' };

/**
 * Returns a telephone number that is reserved for fiction in its country, so that nobody can be
 * reached by it. Null for countries in which no reserved numbers are known to us.
 * @param areaCode the area code of the town, for countries whose reserved numbers include one.
 */
export function reservedPhone(home: string, areaCode: string, random: SeededRandom): string | null {
  const digits = (count: number) => random.text('0123456789', count);
  switch (home) {
    case 'unitedStates':
    case 'canada':
      return `+1 ${areaCode} 555 01${digits(2)}`;
    case 'unitedKingdom':
      return random.chance(0.3) ? `+44 1632 960${digits(3)}` : `+44 7700 900${digits(3)}`;
    case 'ireland':
      return `+353 20 91${digits(1)} ${digits(4)}`;
    case 'australia':
      return `+61 ${areaCode} 5550 ${digits(4)}`;
    case 'germany':
      return `+49 ${areaCode} ${germanDramaNumbers[areaCode]} ${digits(3)}`;
    case 'sweden':
      return `+46 70 174 06 ${random.whole(5, 99).toString().padStart(2, '0')}`;
    default:
      return null;
  }
}
