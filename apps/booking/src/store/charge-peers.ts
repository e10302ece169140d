import {
  type DefinitionsInBrief,
  type DefinitionsOfStay,
  definitionsToCharge,
  type feesInternalContract,
} from '@keyhaven/contracts/fees/internal-contract';
import type { PricedStay, pricingInternalContract } from '@keyhaven/contracts/pricing/internal-contract';
import type { PlaceOfDefinitions, StayOfDefinitions } from '@keyhaven/contracts/fees/internal-contract';
import type { StayToPrice } from '@keyhaven/contracts/pricing/internal-contract';
import type { PeerClient } from '@keyhaven/service/peers/peer-client';

/**
 * The services whose data charges are calculated from. Each must answer within two seconds, otherwise the request is
 * answered with 503.
 */
export interface ChargePeers {
  priceStay(stay: StayToPrice): Promise<PricedStay>;
  definitionsOfStay(stay: StayOfDefinitions): Promise<DefinitionsOfStay>;
  definitionsInBrief(place: PlaceOfDefinitions): Promise<DefinitionsInBrief>;
}

export function chargePeers(
  pricing: PeerClient<typeof pricingInternalContract>,
  fees: PeerClient<typeof feesInternalContract>,
): ChargePeers {
  return {
    priceStay: (stay) => pricing.priceStay({ body: stay }),
    definitionsOfStay: (stay) => fees.definitionsOfStay({ body: stay }, { readAs: definitionsToCharge }),
    definitionsInBrief: (place) => fees.definitionsInBrief({ body: place }),
  };
}
