import type { BookingStatus } from '@keyhaven/contracts/booking/booking';
import type { DaySpan } from '../demo-period';
import type { PortfolioEntry } from '../properties/portfolio-entry';
import type { Channel } from './channels';

export interface Party {
  adults: number;
  children: number;
  infants: number;
  pets: number;
}

/** A guest's stay before it is known who the guest is. */
export interface StayDraft {
  key: string;
  entry: PortfolioEntry;
  span: DaySpan;
  status: BookingStatus;
  channel: Channel;
  party: Party;
  /** When it was booked, in minutes since 1970-01-01 UTC. */
  bookedMinute: number;
  /** Whether others leave on the day of arrival, or come on the day of departure. */
  turnover: { atArrival: boolean; atDeparture: boolean };
}
