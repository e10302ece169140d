import { createHash } from 'node:crypto';
import { RawAnswer } from '@keyhaven/service/http/raw-answer';
import { currencyDigits } from '@keyhaven/stays/money';
import { nightCount } from '@keyhaven/stays/nights';
import type { QuotePart } from '../quotes/domain/quote-part';
import { quoteTotal } from '../quotes/domain/quote-total';
import { type BookingReferences, propertyOf } from '../store/references';
import { Html, html } from './html';
import { pageStyle } from './page-style';

/** What the guest typed into the form; shown again after a refusal. */
export interface FormValues {
  first_name: string;
  last_name: string;
  email: string;
  telephone: string;
}
export const noValues: FormValues = { first_name: '', last_name: '', email: '', telephone: '' };

const styleHash = createHash('sha256').update(pageStyle).digest('base64');
const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  // No scripts, external resources or frames. No form-action: the answer may redirect to any site.
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'`,
  'Cache-Control': 'no-store',
  // The page's address is secret: it lets the guest accept the quote.
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
};

function page(title: string, content: Html, status = 200): RawAnswer {
  const body = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${new Html(`<style>${pageStyle}</style>`)}
      </head>
      <body>
        <main><div class="card">${content}</div></main>
      </body>
    </html> `;
  return new RawAnswer(body.text, headers, status);
}

/** A page with a message only, such as that an offer has expired or was booked. */
export function messagePage(heading: string, message: string, status = 200): RawAnswer {
  return page(
    heading,
    html`<header><h1>${heading}</h1></header>
      <section><p class="message">${message}</p></section>`,
    status,
  );
}

/** The quote as its guest sees it, and the form that accepts it. */
export function formPage(
  quote: QuotePart,
  references: BookingReferences,
  timeZone: string,
  values: FormValues = noValues,
  notices: readonly string[] = [],
): RawAnswer {
  const property = propertyOf(references, quote.property_id);
  const name = property.external_name ?? property.name;
  const content = html`<header>
      <p>Your stay at</p>
      <h1>${name}</h1>
    </header>
    <section>${facts(quote)}</section>
    <section>
      <h2>What it costs</h2>
      ${costs(quote)}
    </section>
    <section>
      ${
        notices.length > 0 &&
        html`<div class="notice">
          <ul>
            ${notices.map((notice) => html`<li>${notice}</li>`)}
          </ul>
        </div>`
      }
      ${form(quote, values)}
      <p class="soft">This offer stands until ${formatTime(quote.expires_utc, timeZone)}. No card is asked for here.</p>
    </section>`;
  return page(`Your stay at ${name}`, content, notices.length > 0 ? 422 : 200);
}

function facts(quote: QuotePart): Html {
  const nights = nightCount(quote);
  return html`<dl class="facts">
    <div>
      <dt>Arrival</dt>
      <dd>${formatDate(quote.arrival)}${quote.check_in && html`<small>from ${quote.check_in}</small>`}</dd>
    </div>
    <div>
      <dt>Departure</dt>
      <dd>${formatDate(quote.departure)}${quote.check_out && html`<small>until ${quote.check_out}</small>`}</dd>
    </div>
    <div>
      <dt>Nights</dt>
      <dd>${nights}</dd>
    </div>
    <div>
      <dt>Guests</dt>
      <dd>${party(quote)}</dd>
    </div>
  </dl>`;
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

function costs(quote: QuotePart): Html {
  const money = (amount: number) => formatMoney(amount, quote.currency_code);
  const deposit = quote.security_deposit_amount;
  return html`<table>
      ${quote.charges.map(
        ({ description, amount }) =>
          html`<tr>
            <td>${description}</td>
            <td>${money(amount)}</td>
          </tr>`,
      )}
      <tr class="total">
        <td>Total</td>
        <td>${money(quoteTotal(quote))}</td>
      </tr>
    </table>
    ${
      deposit !== null &&
      deposit > 0 &&
      html`<p class="deposit">
        A security deposit of <strong>${money(deposit)}</strong> is asked for besides. It is not part of the total.
      </p>`
    }`;
}

function form({ version, guest_id }: QuotePart, values: FormValues): Html {
  const field = (name: keyof FormValues, label: string, type: string, complete: string) =>
    html`<label
      ><span>${label}</span
      ><input name="${name}" type="${type}" value="${values[name]}" autocomplete="${complete}" required maxlength="200"
    /></label>`;
  return html`<form method="post">
    <input type="hidden" name="version" value="${version}" />
    ${
      guest_id === null &&
      html`<h2>Who is coming</h2>
        <div class="pair">
          ${field('first_name', 'First name', 'text', 'given-name')}
          ${field('last_name', 'Last name', 'text', 'family-name')}
        </div>
        ${field('email', 'E-mail address', 'email', 'email')} ${field('telephone', 'Telephone', 'tel', 'tel')}`
    }
    <button type="submit">Book this stay</button>
  </form>`;
}

function formatDate(date: string): string {
  const format = { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat('en-GB', format).format(new Date(`${date}T00:00:00Z`));
}

function formatTime(instant: Date, timeZone: string): string {
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone } as const;
  return `${new Intl.DateTimeFormat('en-GB', format).format(instant)} (${timeZone})`;
}

function formatMoney(amount: number, currency: string): string {
  const digits = currencyDigits(currency);
  const number = new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${number.format(amount).replace('-', '−')} ${currency}`;
}
