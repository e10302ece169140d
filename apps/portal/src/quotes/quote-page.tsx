import type { Quote } from '@keyhaven/contracts/booking/quote';
import { Badge } from '@keyhaven/pages/components/badge';
import { EmptyState } from '@keyhaven/pages/components/empty-state';
import { FactLine, FactOf, Facts } from '@keyhaven/pages/components/facts';
import { PageHead } from '@keyhaven/pages/components/page-head';
import { Panel } from '@keyhaven/pages/components/panel';
import { formatDate, formatInstant } from '@keyhaven/pages/format/dates';
import { formatMoneyWithCode } from '@keyhaven/pages/format/money';
import { partyWords } from '../bookings/booking-words';
import { sitePage } from '../layout/site-page';
import { ChargesTable } from '../properties/charges-table';
import type { Reply } from '../visit/reply';
import type { SignedInVisit } from '../visit/visit';
import { QuoteExplanation } from './quote-explanation';
import { quoteGuest, quoteKinds } from './quote-words';

export function quotePage(visit: SignedInVisit, quote: Quote): Reply {
  const { explanation, charges = [], currency_code } = quote;
  const computations = new Map(explanation?.charges.map(({ position, computation }) => [position, computation]));
  return sitePage(visit, {
    title: `Quote ${quote.id}`,
    current: '/portal/quotes',
    children: (
      <>
        <PageHead
          title={quoteGuest(quote)}
          lead={`${quote.property.name}, ${formatDate(quote.arrival)} to ${formatDate(quote.departure)}`}
          parent={{ href: '/portal/quotes', text: 'Quotes' }}
        >
          <Badge text={quote.status} kind={quoteKinds[quote.status]} />
        </PageHead>
        <Panel title="Offer">
          <OfferFacts quote={quote} timeZone={visit.session.account.time_zone} />
        </Panel>
        <Panel title="Charges" lead="Each charge with its calculation, as it was made at the time." isFlush>
          {charges.length === 0 ? (
            <EmptyState title="No charges" text="This quote was made without charges." />
          ) : (
            <ChargesTable charges={charges} currencyCode={currency_code} computations={computations} />
          )}
        </Panel>
        {explanation ? <QuoteExplanation explanation={explanation} currencyCode={currency_code} /> : ''}
      </>
    ),
  });
}

function OfferFacts({ quote, timeZone }: { quote: Quote; timeZone: string }): JSX.Element {
  const { property, adults, children, infants, pets, security_deposit_amount: deposit } = quote;
  const href = `/portal/calendar?${new URLSearchParams({ from: quote.arrival, name: String(property.id) }).toString()}`;
  const optional: [name: string, value: string | null | undefined][] = [
    ['Created', quote.created_utc && formatInstant(quote.created_utc, timeZone)],
    ['Check-in', quote.check_in],
    ['Check-out', quote.check_out],
    ['Listing site', quote.listing_site],
    ['Discount code', quote.discount_code],
    ['Security deposit', deposit === null ? null : formatMoneyWithCode(deposit, quote.currency_code)],
    ['Notes', quote.notes],
    ['Rules skipped', quote.broken_rules.join(', ')],
  ];
  return (
    <Facts>
      <FactLine name="Quote id" value={quote.id ?? '–'} />
      <FactOf name="Property">
        <a href={href} safe>
          {property.name}
        </a>
      </FactOf>
      <FactLine name="Party" value={partyWords({ adults, children, infants, pets })} />
      <FactLine name="Total" value={formatMoneyWithCode(quote.total_amount, quote.currency_code)} />
      <FactLine
        name="Valid until"
        value={formatInstant(quote.expires_utc, timeZone)}
        more={quote.hold_dates && quote.status === 'open' ? 'holds its nights until then' : undefined}
      />
      {optional.map(([name, value]) => (value ? <FactLine name={name} value={value} /> : ''))}
      {quote.booking_id === null ? (
        ''
      ) : (
        <FactOf name="Booking">
          <a href={`/portal/bookings/${quote.booking_id}`}>{quote.booking_id}</a>
        </FactOf>
      )}
    </Facts>
  );
}
