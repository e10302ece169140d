import type { GuestStay } from '../guests/assign-guests';
import type { SeededRandom } from '../random/seeded-random';

interface Note {
  fits: (stay: GuestStay) => boolean;
  text: string;
}

const nightsOf = ({ span }: GuestStay) => span.to - span.from;

/** What hosts write beside a booking. */
const notes: readonly Note[] = [
  { fits: ({ party }) => party.infants > 0, text: 'Travel cot and high chair, please. Baby sleeps early.' },
  { fits: ({ party }) => party.pets > 0, text: 'Bringing a dog, house rules sent and confirmed.' },
  { fits: ({ party }) => party.pets > 1, text: 'Two older dogs, not on the beds. Extra throws on the sofas.' },
  { fits: ({ party }) => party.children > 0, text: 'Asked for the stair gate and a few toys.' },
  { fits: ({ party }) => party.children > 1, text: 'Bunk beds made up for the children, parents want the quiet room.' },
  { fits: ({ isReturning }) => isReturning, text: 'Back again. Leave the good coffee and a card.' },
  { fits: ({ isReturning }) => isReturning, text: 'Knows the house, no tour needed.' },
  {
    fits: (stay) => nightsOf(stay) >= 14,
    text: 'Long stay: change linen every Friday, they are fine with us coming in.',
  },
  {
    fits: (stay) => nightsOf(stay) >= 14,
    text: 'Working remotely, needs the desk and a second screen if we find one.',
  },
  {
    fits: ({ party }) => party.adults === 2 && party.children === 0,
    text: 'Anniversary. Something from the bakery on arrival.',
  },
  { fits: ({ party }) => party.adults >= 6, text: 'Birthday weekend, told them about quiet hours from ten.' },
  { fits: ({ party }) => party.adults === 1, text: 'In town for a conference, out most of the day.' },
  { fits: () => true, text: 'Arriving late, around 23:30. Leave the porch light on.' },
  { fits: () => true, text: 'Two cars. Sent the parking sketch.' },
  { fits: () => true, text: 'Asked twice about the heating. Show them the thermostat.' },
  { fits: () => true, text: 'Will send their arrival time the day before.' },
];

/** A note that fits the stay; null for most. */
export function drawHostNote(stay: GuestStay, random: SeededRandom): string | null {
  if (!random.chance(stay.isReturning ? 0.6 : 0.22)) return null;
  return random.pick(notes.filter(({ fits }) => fits(stay))).text;
}

/** What hosts call a booking in their own calendar; null for most, for the name of the guest says enough. */
export function drawTitle(stay: GuestStay, random: SeededRandom): string | null {
  if (stay.channel !== 'direct' || !random.chance(0.35)) return null;
  const { last_name: family } = stay.guest.body;
  const { party } = stay;
  if (stay.status === 'pending') return `${family}, waiting for the deposit`;
  if (party.adults >= 6) return random.pick([`${family} reunion`, `${family} + friends, 50th birthday`]);
  if (party.children > 0) return `${family} family${stay.isReturning ? ', as every year' : ''}`;
  return stay.isReturning ? `${family} again` : `${family}, booked by phone`;
}
