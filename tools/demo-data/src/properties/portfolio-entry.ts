/** Who comes to a place: decides where its guests are from. */
export type Market = 'british' | 'european' | 'american' | 'japanese' | 'gulf' | 'southern';
/** How long people stay there, and from which weekday. */
export type Rhythm = 'city' | 'country' | 'holiday' | 'room' | 'house';

/** What is known of a property, in the words of whoever looks after it. */
export interface PortfolioEntry {
  key: string;
  name: string;
  headline: string;
  code: string;
  type: string;
  timeZone: string;
  /** Hours that local time is ahead of UTC in winter: near enough to tell when a cleaner comes. */
  hoursAheadOfUtc: number;
  currency: string;
  address: { street1: string; city: string; state?: string; province?: string; postal_code: string; country: string };
  latitude: number;
  longitude: number;
  bedrooms: number;
  /** Bathrooms with a bath or shower, and those without. */
  bathrooms: [full: number, half: number];
  squareMetres: number;
  guests: number;
  /** 0 takes none, null any number. */
  children: number | null;
  pets: number;
  checkIn: [from: string, to: string | null];
  checkOut: string;
  owner: string | null;
  commissionPercent: number | null;
  tags: string[];
  fields: Record<string, string>;
  photos: string[];
  /** Locks with a code; none where guests are handed a key. */
  locks: string[];
  market: Market;
  rhythm: Rhythm;
  peakMonths: number[];
  partOf?: string;
  /** Snoozed: nothing new is sold. Inactive: no longer let. */
  state?: 'snoozed' | 'inactive';
}
