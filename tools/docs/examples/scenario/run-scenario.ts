import type { Scenario } from '../scenario';
import { callAccount, callAnnouncements, callRequestLog } from './account';
import { callTagsAndFields } from './annotations';
import { callBookings } from './bookings';
import { callEvents } from './events';
import { callFees } from './fees';
import { callGuests, callOwnersAndSites } from './guests';
import { callMessages } from './messages';
import { callMoney } from './money';
import { callOAuth } from './oauth';
import { callPrices } from './prices';
import { callProperties } from './properties';
import { callQuotes } from './quotes';
import { callVersion1 } from './version-1';
import { callWebhooks } from './webhooks';

const areas = [
  callAccount,
  callBookings,
  callQuotes,
  callProperties,
  callGuests,
  callOwnersAndSites,
  callPrices,
  callFees,
  callMoney,
  callMessages,
  callWebhooks,
  callEvents,
  callTagsAndFields,
  callOAuth,
  callVersion1,
  callRequestLog,
  callAnnouncements,
];

/**
 * Makes all calls, one area of the API after the other. The records that the calls create are canceled or deleted
 * again, so the scenario can run repeatedly.
 */
export async function runScenario(scenario: Scenario): Promise<void> {
  for (const call of areas) await call(scenario);
}
