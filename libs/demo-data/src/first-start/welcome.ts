import { addDays } from '@keyhaven/stays/calendar-date';
import { localTimeAt } from '@keyhaven/stays/local-time';
import { findFreeStay } from '../plan/free-stay';
import type { DemoAccount } from '../loading/create-demo-account';

/** The number of days until the arrival of the suggested stay, and the number of its nights. */
const DAYS_AHEAD = 200;
const NIGHTS = 3;

/**
 * Returns the text to print as soon as the platform accepts requests: the URLs of the gateway and the pages, and the
 * credentials.
 * @param link the one-time link with which the user sets a password; undefined if it should not be printed.
 */
export function welcome(url: string, { emailAddress, personalToken, accessToken }: DemoAccount, link?: string): string {
  return `
Keyhaven is ready at ${url}

  Pages                  ${url}/portal${link === undefined ? '' : `\n  Set your password      ${link}   (works once)`}
  E-mail address         ${emailAddress}
  Personal access token  ${personalToken}   (Basic: the e-mail address and this token)
  Access token           ${accessToken}   (Bearer)
`;
}

/**
 * Returns the text to print after the demo data is loaded: three commands to copy.
 * @param url the URL of the gateway in these commands.
 * @param gatewayUrl the URL at which this program calls the gateway.
 */
export async function firstCommands(
  url: string,
  { emailAddress, personalToken, accessToken }: DemoAccount,
  gatewayUrl: string,
): Promise<string> {
  const login = `-u '${emailAddress}:${personalToken}'`;
  const body = JSON.stringify(await suggestStay(gatewayUrl, accessToken));
  const book = `curl -s ${login} -H 'Content-Type: application/json' -d '${body}' '${url}/v2/bookings'`;
  return `
List bookings:
  curl -s ${login} '${url}/v2/bookings?limit=3&include_guest=true'

Book a stay:
  ${book}

Try to book it again (this is refused):
  ${book}
`;
}

/**
 * Asks the platform for a property and its bookings, and returns the body of a booking for free
 * nights.
 */
async function suggestStay(url: string, accessToken: string): Promise<object> {
  const read = async (path: string) => {
    const response = await fetch(url + path, { headers: { authorization: `Bearer ${accessToken}` } });
    if (!response.ok) throw new Error(`GET ${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as {
      items: { id: number; is_snoozed: boolean; status: string; arrival: string; departure: string }[];
    };
  };
  const properties = await read('/v2/properties?active=true&limit=50');
  const property = properties.items.find(({ is_snoozed }) => !is_snoozed);
  if (!property) throw new Error('the demo account has no property that takes bookings');
  const from = addDays(localTimeAt(new Date(), 'UTC').date, DAYS_AHEAD);
  const bookings = await read(`/v2/bookings?property_ids=${property.id}&from=${from}&limit=1000`);
  const taken = bookings.items.filter(({ status }) => status !== 'canceled');
  return { property_id: property.id, ...findFreeStay(taken, from, NIGHTS), adults: 2 };
}
