import { feesOperatorContract } from '@keyhaven/contracts/fees/operator-contract';
import { feesPublicContract } from '@keyhaven/contracts/fees/public-contract';
import type { DemoPlan, PlannedScope } from '../demo-plan';
import { LISTING_SITE } from '../listing-sites/load-listing-sites';
import type { LoadRun } from '../loading/load-run';
import { PROPERTY } from '../properties/load-properties';

/**
 * After the prices, when the fees service has received the properties and listing sites, and before the bookings, whose
 * charges name what they were made by. One after the other: lines of the same position are shown in the order of ids.
 */
export async function loadFees({ surcharges, discounts, taxes }: DemoPlan, run: LoadRun): Promise<void> {
  const withScope = <Body extends object>({ properties, listingSites, body }: PlannedScope & { body: Body }) => ({
    ...body,
    property_ids: properties.map((key) => run.idOf(PROPERTY, key)),
    listing_site_ids: listingSites.map((key) => run.idOf(LISTING_SITE, key)),
  });
  await run.create('fees', surcharges, {
    kind: 'surcharge',
    inOrder: true,
    face: 'public',
    route: feesPublicContract.createSurcharge,
    body: withScope,
  });
  await run.create('fees', discounts, {
    kind: 'discount',
    inOrder: true,
    face: 'public',
    route: feesPublicContract.createDiscount,
    body: withScope,
  });
  await run.create('fees', taxes, {
    kind: 'tax',
    inOrder: true,
    face: 'operator',
    route: feesOperatorContract.createTax,
    body: ({ property, remittedBy, body }) => ({
      ...body,
      property_id: run.idOf(PROPERTY, property),
      remitted_by_listing_site_ids: remittedBy.map((key) => run.idOf(LISTING_SITE, key)),
    }),
  });
}
