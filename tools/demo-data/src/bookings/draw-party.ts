import type { PortfolioEntry } from '../properties/portfolio-entry';
import type { SeededRandom } from '../random/seeded-random';
import type { Party } from './stay-draft';

/** Who comes, within what the property takes. */
export function drawParty({ guests, children, pets }: PortfolioEntry, random: SeededRandom): Party {
  const isFamily = guests > 3 && children !== 0 && random.chance(0.45);
  if (!isFamily) {
    const adults = random.whole(guests > 2 && random.chance(0.85) ? 2 : 1, Math.max(1, guests - random.whole(0, 2)));
    return { adults, children: 0, infants: 0, pets: drawPets(pets, random) };
  }
  const adults = random.whole(1, Math.min(4, guests - 1));
  const beds = Math.min(guests - adults, children ?? guests);
  return {
    adults,
    children: random.whole(1, Math.min(3, beds)),
    infants: random.chance(0.2) ? 1 : 0,
    pets: drawPets(pets, random),
  };
}

function drawPets(most: number, random: SeededRandom): number {
  return most > 0 && random.chance(0.3) ? random.whole(1, most) : 0;
}
