import type { Market, PortfolioEntry } from '../properties/portfolio-entry';
import type { SeededRandom } from '../random/seeded-random';

/** Where a stay was sold. */
export type Channel = 'airbnb' | 'booking-com' | 'vrbo' | 'direct';
export type ChannelKey = Exclude<Channel, 'direct'>;

const LETTERS_AND_DIGITS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const DIGITS = '0123456789';

interface ChannelFacts {
  name: string;
  /** A reservation number in the channel's form. */
  reservationNumber(random: SeededRandom): string;
  /** The address by which the channel hides the guest's own. @param name letters only. */
  relayAddress(name: string, random: SeededRandom): string;
  cancellationPolicies: readonly string[];
}

export const channels: Record<ChannelKey, ChannelFacts> = {
  airbnb: {
    name: 'Airbnb',
    reservationNumber: (random) => `HM${random.text(LETTERS_AND_DIGITS, 8)}`,
    relayAddress: (name, random) => `${name}-${random.text('abcdefghijkmnpqrstuvwxyz23456789', 16)}@example.com`,
    cancellationPolicies: [
      'Moderate: full refund until 5 days before check-in; after that the first night and half of the rest are kept.',
      'Firm: full refund until 30 days before check-in, half until 7 days before.',
      'Flexible: full refund until 24 hours before check-in.',
    ],
  },
  'booking-com': {
    name: 'Booking.com',
    reservationNumber: (random) => `${random.whole(3, 5)}${random.text(DIGITS, 9)}`,
    relayAddress: (name, random) => `${name}.${random.text(DIGITS, 6)}@example.com`,
    cancellationPolicies: [
      'Free cancellation until 14 days before arrival; after that the whole price is due.',
      'Free cancellation until 2 days before arrival; after that the first night is due.',
      'Not refundable.',
    ],
  },
  vrbo: {
    name: 'Vrbo',
    reservationNumber: (random) => `HA-${random.text(LETTERS_AND_DIGITS, 6)}`,
    relayAddress: (name, random) =>
      `${name}.${random.text('0123456789abcdef', 8)}-${random.text('0123456789abcdef', 4)}@example.com`,
    cancellationPolicies: [
      'Firm: full refund until 60 days before check-in, half until 30 days before.',
      'Relaxed: full refund until 14 days before check-in, half until 7 days before.',
    ],
  },
};

export const directPolicies: readonly string[] = [
  'Full refund until 30 days before arrival, less the payment fee; half until 14 days before; after that nothing.',
  'The first half is kept once it is paid; the second half is returned until 21 days before arrival.',
];

/** Vrbo lets no rooms, and sells most to families in America. */
const wholeHomes = { airbnb: 45, 'booking-com': 19, vrbo: 18, direct: 18 };
const american = { airbnb: 44, 'booking-com': 13, vrbo: 24, direct: 19 };
const rooms = { airbnb: 50, 'booking-com': 31, direct: 19 };
const easternMarkets = { airbnb: 47, 'booking-com': 26, vrbo: 7, direct: 20 };
const weightsByMarket: Record<Market, Partial<Record<Channel, number>>> = {
  british: wholeHomes,
  european: wholeHomes,
  southern: wholeHomes,
  american,
  japanese: easternMarkets,
  gulf: easternMarkets,
};

export function drawChannel({ market, partOf }: PortfolioEntry, random: SeededRandom): Channel {
  return random.weighted(partOf === undefined ? weightsByMarket[market] : rooms);
}
