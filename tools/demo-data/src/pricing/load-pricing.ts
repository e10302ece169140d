import { pricingOperatorContract } from '@keyhaven/contracts/pricing/operator-contract';
import { pricingPublicContract } from '@keyhaven/contracts/pricing/public-contract';
import { dateOfDay } from '@keyhaven/stays/calendar-date';
import { demoPeriod } from '../demo-period';
import type { DemoPlan } from '../demo-plan';
import type { LoadRun } from '../loading/load-run';
import { PROPERTY } from '../properties/load-properties';

const PRICING = 'pricing';

/**
 * After the properties, and before the bookings. The history is opened last: what the past nights cost is what the
 * rates say at that moment.
 */
export async function loadPricing(plan: DemoPlan, run: LoadRun): Promise<void> {
  const ofProperty = {
    face: 'operator',
    route: pricingOperatorContract.updatePropertyPricing,
    params: ({ key }: { key: string }) => ({ id: run.idOf(PROPERTY, key) }),
    // Booking told of the property; that may still be on its way.
    isKnownLater: true,
  } as const;
  await run.create(PRICING, plan.propertyPricing, {
    ...ofProperty,
    kind: 'property_pricing',
    body: ({ body }) => body,
  });
  await run.create(PRICING, plan.seasons, {
    kind: 'season',
    face: 'operator',
    route: pricingOperatorContract.createSeason,
    body: ({ property, body }) => ({ ...body, property_ids: [run.idOf(PROPERTY, property)] }),
  });
  await run.create(PRICING, plan.holidays, {
    kind: 'holiday',
    face: 'operator',
    route: pricingOperatorContract.createHoliday,
    body: ({ properties, body }) => ({
      ...body,
      property_ids: properties && properties.map((key) => run.idOf(PROPERTY, key)),
    }),
  });
  await run.create(PRICING, plan.spotRates, {
    kind: 'spot_rates',
    face: 'public',
    route: pricingPublicContract.updateSpotRates,
    hasNoId: true,
    body: ({ property, body }) => body.map((rate) => ({ ...rate, property_id: run.idOf(PROPERTY, property) })),
  });
  const history_from = dateOfDay(demoPeriod(plan.firstDay).from);
  await run.create(PRICING, plan.propertyPricing, {
    ...ofProperty,
    kind: 'rate_history',
    body: () => ({ history_from }),
  });
}
