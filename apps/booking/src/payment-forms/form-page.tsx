import { RawAnswer } from '@keyhaven/service/http/raw-answer';
import { Button } from '@keyhaven/pages/components/button';
import { FactLine, Facts } from '@keyhaven/pages/components/facts';
import { Field } from '@keyhaven/pages/components/field';
import { Notice } from '@keyhaven/pages/components/notice';
import { renderCardPage } from '@keyhaven/pages/document/card-page';
import { renderMessagePage } from '@keyhaven/pages/document/message-page';
import { standalonePageHeaders } from '@keyhaven/pages/document/page-headers';
import { formatDate, formatInstant } from '@keyhaven/pages/format/dates';
import { currencyName, formatMoney } from '@keyhaven/pages/format/money';
import { nightCount } from '@keyhaven/stays/nights';
import type { QuotePart } from '../quotes/domain/quote-part';
import { quoteTotal } from '../quotes/domain/quote-total';
import { type BookingReferences, propertyOf } from '../store/references';

/**
 * What the guest has typed into the form. After an error, the page shows the form with these values
 * again.
 */
export interface FormValues {
  first_name: string;
  last_name: string;
  email: string;
  telephone: string;
}
export const noValues: FormValues = { first_name: '', last_name: '', email: '', telephone: '' };

/** A page with only a message, for example that an offer has expired. */
export function messagePage(heading: string, message: string, status = 200): RawAnswer {
  return new RawAnswer(renderMessagePage({ heading, message }), standalonePageHeaders, status);
}

/** The page of a quote, with the form that accepts the quote. @param notices what is wrong with the guest's details. */
export function formPage(
  quote: QuotePart,
  references: BookingReferences,
  timeZone: string,
  values: FormValues = noValues,
  notices: readonly string[] = [],
): RawAnswer {
  const property = propertyOf(references, quote.property_id);
  const name = property.external_name ?? property.name;
  const expires = `${formatInstant(quote.expires_utc, timeZone)} (${timeZone})`;
  const page = renderCardPage({
    title: `Your stay at ${name}`,
    isWide: true,
    children: (
      <>
        <header class="stay-head">
          <p>Your stay at</p>
          <h1 safe>{name}</h1>
        </header>
        <section>
          <StayFacts quote={quote} />
        </section>
        <section class="stack">
          <h2>What it costs</h2>
          <Costs quote={quote} />
        </section>
        <section class="stack">
          {notices.length > 0 ? <Notices notices={notices} /> : ''}
          <Form quote={quote} values={values} />
          <p class="soft">
            This offer is valid until <span safe>{expires}</span>. No card is needed here.
          </p>
        </section>
      </>
    ),
  });
  return new RawAnswer(page, standalonePageHeaders, notices.length > 0 ? 422 : 200);
}

function StayFacts({ quote }: { quote: QuotePart }): JSX.Element {
  const { arrival, check_in, departure, check_out } = quote;
  return (
    <Facts isColumns>
      <FactLine name="Arrival" value={formatDate(arrival)} more={check_in ? `from ${check_in}` : undefined} />
      <FactLine name="Departure" value={formatDate(departure)} more={check_out ? `until ${check_out}` : undefined} />
      <FactLine name="Nights" value={nightCount(quote)} />
      <FactLine name="Guests" value={party(quote)} />
    </Facts>
  );
}

function party({ adults, children, infants, pets }: QuotePart): string {
  const count = (number: number, one: string, many: string) =>
    number === 0 ? [] : [`${number} ${number === 1 ? one : many}`];
  return [
    ...count(adults, 'adult', 'adults'),
    ...count(children, 'child', 'children'),
    ...count(infants, 'infant', 'infants'),
    ...count(pets, 'pet', 'pets'),
  ].join(', ');
}

function Costs({ quote }: { quote: QuotePart }): JSX.Element {
  const money = (amount: number) => formatMoney(amount, quote.currency_code);
  const deposit = quote.security_deposit_amount;
  return (
    <>
      <table class="bill">
        <tbody>
          {quote.charges.map(({ description, amount }) => (
            <tr>
              <td safe>{description}</td>
              <td safe>{money(amount)}</td>
            </tr>
          ))}
          <tr class="total">
            <td>Total</td>
            <td safe>{money(quoteTotal(quote))}</td>
          </tr>
        </tbody>
      </table>
      <p class="soft">
        Amounts are in <span safe>{currencyName(quote.currency_code)}</span>.
      </p>
      {deposit !== null && deposit > 0 ? (
        <p class="aside">
          A security deposit of <strong safe>{money(deposit)}</strong> is also required. It is not part of the total.
        </p>
      ) : (
        ''
      )}
    </>
  );
}

function Notices({ notices }: { notices: readonly string[] }): JSX.Element {
  return (
    <Notice kind="warn">
      <ul>
        {notices.map((notice) => (
          <li safe>{notice}</li>
        ))}
      </ul>
    </Notice>
  );
}

function Form({ quote: { version, guest_id }, values }: { quote: QuotePart; values: FormValues }): JSX.Element {
  const { first_name, last_name, email, telephone } = values;
  return (
    <form method="post" class="form">
      <input type="hidden" name="version" value={String(version)} />
      {guest_id === null ? (
        <>
          <h2>Your details</h2>
          <div class="pair">
            <Field name="first_name" label="First name" value={first_name} autocomplete="given-name" isRequired />
            <Field name="last_name" label="Last name" value={last_name} autocomplete="family-name" isRequired />
          </div>
          <Field name="email" label="E-mail address" type="email" value={email} autocomplete="email" isRequired />
          <Field name="telephone" label="Telephone" type="tel" value={telephone} autocomplete="tel" isRequired />
        </>
      ) : (
        ''
      )}
      <Button text="Book this stay" isFull />
    </form>
  );
}
