import {
  type DefinitionsInBrief,
  definitionsInBrief,
  type DefinitionsOfStay,
  definitionsToCharge,
  feesInternalContract,
} from '@keyhaven/contracts/fees/internal-contract';
import { type PricedStay, pricedStay, pricingInternalContract } from '@keyhaven/contracts/pricing/internal-contract';
import type { PlaceOfDefinitions, StayOfDefinitions } from '@keyhaven/contracts/fees/internal-contract';
import type { StayToPrice } from '@keyhaven/contracts/pricing/internal-contract';
import type { ServiceClient } from '@keyhaven/service/call-service';

/** What charges are made of, and who knows it. Each answers within two seconds, or the request is a 503. */
export interface ChargePeers {
  priceStay(stay: StayToPrice): Promise<PricedStay>;
  definitionsOfStay(stay: StayOfDefinitions): Promise<DefinitionsOfStay>;
  definitionsInBrief(place: PlaceOfDefinitions): Promise<DefinitionsInBrief>;
}

export function chargePeers(pricing: ServiceClient, fees: ServiceClient): ChargePeers {
  return {
    priceStay: (stay) => pricing.post(pricingInternalContract.priceStay.path, stay, pricedStay),
    definitionsOfStay: (stay) => fees.post(feesInternalContract.definitionsOfStay.path, stay, definitionsToCharge),
    definitionsInBrief: (place) => fees.post(feesInternalContract.definitionsInBrief.path, place, definitionsInBrief),
  };
}
