import type { Booking } from '@keyhaven/contracts/booking/booking';
import type { Property } from '@keyhaven/contracts/booking/property';
import type { CalendarNight } from '@keyhaven/contracts/pricing/calendar';
import { Badge } from '@keyhaven/pages/components/badge';
import { LinkButton } from '@keyhaven/pages/components/button';
import { FactLine, FactOf, Facts } from '@keyhaven/pages/components/facts';
import { formatDate } from '@keyhaven/pages/format/dates';
import { formatMoneyWithCode } from '@keyhaven/pages/format/money';
import { bookingName, typeWords } from '../bookings/booking-words';
import type { NightVerdict } from './domain/judge-night';
import { countNights, lookOf, lookWords, ruleWords, turnoverWords } from './domain/night-words';
import type { TriedStay } from './try-stay';

/** The content of the panel about a night that the person chose in the chart. */
export interface ChosenNight {
  date: string;
  night: CalendarNight | undefined;
  property: Property;
  currencyCode: string;
  verdict: NightVerdict;
  /** The bookings that occupy this night: several if the night is overbooked. */
  occupants: readonly Booking[];
  /** The bookings that end on the morning before the night. */
  leaving: readonly Booking[];
  /** The response to a test quote. Undefined if none was requested. */
  tried: TriedStay | undefined;
}

/** Shows why a night can or cannot be booked, and the bookings that occupy it. */
export function NightPanel({ chosen, closeHref }: { chosen: ChosenNight; closeHref: string }): JSX.Element {
  const { date, property, verdict, tried } = chosen;
  return (
    <aside class="panel night-panel" id="night" aria-labelledby="night-title">
      <div class="panel-head">
        <div>
          <h2 id="night-title" safe>
            {formatDate(date)}
          </h2>
          <p safe>{property.name}</p>
        </div>
        <LinkButton text="Close" href={closeHref} look="quiet" isSmall />
      </div>
      <div class="panel-body">
        <Badge
          text={verdict.isSellable ? 'Can be sold' : 'Cannot be sold'}
          kind={verdict.isSellable ? 'ok' : 'danger'}
        />
        {verdict.reasons.map((reason) => (
          <p safe>{reason}</p>
        ))}
        <NightFacts {...chosen} />
      </div>
      {tried ? <TriedStayPart tried={tried} /> : ''}
    </aside>
  );
}

function NightFacts({ night, currencyCode, occupants, leaving }: ChosenNight): JSX.Element {
  const rate = night?.rate;
  const rules = night ? ruleWords(night) : [];
  return (
    <Facts>
      <FactLine name="Status" value={lookWords[lookOf(night)]} more={night && turnoverWords(night)} />
      {rate ? (
        <FactLine
          name="Rate"
          value={formatMoneyWithCode(rate.amount, currencyCode)}
          more={
            rate.amount === rate.rent
              ? undefined
              : `${formatMoneyWithCode(rate.rent, currencyCode)} before rate adjusters`
          }
        />
      ) : (
        ''
      )}
      {rate ? <FactLine name="Price by" value={priceSource(rate)} /> : ''}
      {night ? <FactLine name="Rules" value={rules.length > 0 ? rules.join(', ') : 'none for this night'} /> : ''}
      {night?.holiday_name === undefined ? '' : <FactLine name="Holiday" value={night.holiday_name} />}
      {occupants.length > 0 ? <BookingsFact name="Occupied by" bookings={occupants} /> : ''}
      {occupants.length > 1 ? (
        <FactLine name="Overbooked" value={`${occupants.length} bookings have this night`} />
      ) : (
        ''
      )}
      {leaving.length > 0 ? <BookingsFact name="Leaving" bookings={leaving} /> : ''}
    </Facts>
  );
}

function priceSource({ is_spot_rate, season_id }: NonNullable<CalendarNight['rate']>): string {
  if (is_spot_rate) return 'spot rate';
  return season_id === undefined ? 'rate of the property' : `season ${season_id}`;
}

function BookingsFact({ name, bookings }: { name: string; bookings: readonly Booking[] }): JSX.Element {
  return (
    <FactOf name={name}>
      {bookings.map((booking) => (
        <div>
          <a href={`/portal/bookings/${booking.id}`} safe>
            {bookingName(booking)}
          </a>
          <small>
            <span safe>{`${typeWords[booking.type]}, ${booking.status}, `}</span>
            <span class="whole" safe>{`${booking.arrival} to ${booking.departure}`}</span>
          </small>
        </div>
      ))}
    </FactOf>
  );
}

function TriedStayPart({ tried }: { tried: TriedStay }): JSX.Element {
  const { arrival, departure, nights, outcome } = tried;
  return (
    <div class="panel-body">
      <h3>A stay that arrives on this day</h3>
      <p class="soft">
        <span safe>{`Test quote for one adult, ${countNights(nights)}: `}</span>
        <span class="whole" safe>{`${arrival} to ${departure}`}</span>
      </p>
      <TriedOutcome outcome={outcome} />
    </div>
  );
}

function TriedOutcome({ outcome }: Pick<TriedStay, 'outcome'>): JSX.Element {
  if (!outcome) return <p>The test quote is not available at the moment.</p>;
  if (outcome.isSold) {
    return <p safe>{`It can be booked. The total is ${formatMoneyWithCode(outcome.total, outcome.currencyCode)}.`}</p>;
  }
  return (
    <ul>
      {outcome.messages.map((message) => (
        <li safe>{message}</li>
      ))}
    </ul>
  );
}
