import type { Scenario } from './scenario';
import { callAccount, callAnnouncements, callRequestLog } from './scenario/account';
import { callTagsAndFields } from './scenario/annotations';
import { callBookings } from './scenario/bookings';
import { callEvents } from './scenario/events';
import { callFees } from './scenario/fees';
import { callGuests, callOwnersAndSites } from './scenario/guests';
import { callMessages } from './scenario/messages';
import { callMoney } from './scenario/money';
import { callOAuth } from './scenario/oauth';
import { callPrices } from './scenario/prices';
import { callProperties } from './scenario/properties';
import { callQuotes } from './scenario/quotes';
import { callVersion1 } from './scenario/version-1';
import { callWebhooks } from './scenario/webhooks';

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
 * Makes all calls, one area of the API after the other. The records that they create are canceled or deleted again, so
 * the scenario can run repeatedly.
 */
export async function runScenario(scenario: Scenario): Promise<void> {
  for (const call of areas) await call(scenario);
}
