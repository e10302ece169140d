import { addDays } from '@keyhaven/stays/calendar-date';
import { localTimeAt } from '@keyhaven/stays/local-time';
import { findFreeStay } from '../free-stay';
import type { DemoAccount } from '../loading/create-demo-account';

/** The suggested stay: how many days ahead, and how many nights. */
const DAYS_AHEAD = 200;
const NIGHTS = 3;

/** What a user reads as soon as the platform answers: its address and the credentials. */
export function welcome(url: string, { emailAddress, personalToken, accessToken }: DemoAccount): string {
  return `
Keyhaven is ready at ${url}

  E-mail address         ${emailAddress}
  Personal access token  ${personalToken}   (Basic: the e-mail address and this token)
  Access token           ${accessToken}   (Bearer)
`;
}

/** Three commands to copy, for when the demo data are there. */
export async function firstCommands(
  url: string,
  { emailAddress, personalToken, accessToken }: DemoAccount,
): Promise<string> {
  const login = `-u '${emailAddress}:${personalToken}'`;
  const body = JSON.stringify(await suggestStay(url, accessToken));
  const book = `curl -s ${login} -H 'Content-Type: application/json' -d '${body}' '${url}/v2/bookings'`;
  return `
List bookings:
  curl -s ${login} '${url}/v2/bookings?limit=3&include_guest=true'

Book a stay:
  ${book}

Try to book it again, and be refused:
  ${book}

Ctrl-C ends it; the next start goes on with the same data.
`;
}

/** A stay that is free now, found with requests to the platform itself. */
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
