import {
  type DefinitionsInBrief,
  type DefinitionsOfStay,
  type DefinitionsOfStays,
  definitionsToCharge,
  definitionsToChargeMany,
  type feesInternalContract,
} from '@keyhaven/contracts/fees/internal-contract';
import type { PricedStay, PricedStays, pricingInternalContract } from '@keyhaven/contracts/pricing/internal-contract';
import type {
  PropertyOfDefinitions,
  PropertiesOfStays,
  StayOfDefinitions,
} from '@keyhaven/contracts/fees/internal-contract';
import type { StaysToPrice, StayToPrice } from '@keyhaven/contracts/pricing/internal-contract';
import type { financeInternalContract } from '@keyhaven/contracts/finance/internal-contract';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { PeerClient } from '@keyhaven/service/peers/peer-client';

/** The calls to other services. Each call has a time limit of two seconds. If a call fails, the client gets a 503. */
export interface ChargePeers {
  priceStay(stay: StayToPrice): Promise<PricedStay>;
  definitionsOfStay(stay: StayOfDefinitions): Promise<DefinitionsOfStay>;
  priceStays(stays: StaysToPrice): Promise<PricedStays>;
  definitionsOfStays(properties: PropertiesOfStays): Promise<DefinitionsOfStays>;
  definitionsInBrief(property: PropertyOfDefinitions): Promise<DefinitionsInBrief>;
  /**
   * Returns descriptions of some entries and closed statements that finance has for an owner. Empty
   * if finance has none.
   */
  referencesOfOwner(scope: AccountScope, ownerId: number): Promise<string[]>;
}

export function chargePeers(
  pricing: PeerClient<typeof pricingInternalContract>,
  fees: PeerClient<typeof feesInternalContract>,
  finance: PeerClient<typeof financeInternalContract>,
): ChargePeers {
  return {
    priceStay: (stay) => pricing.priceStay({ body: stay }),
    definitionsOfStay: (stay) => fees.definitionsOfStay({ body: stay }, { readAs: definitionsToCharge }),
    priceStays: (stays) => pricing.priceStays({ body: stays }),
    definitionsOfStays: (properties) =>
      fees.definitionsOfStays({ body: properties }, { readAs: definitionsToChargeMany }),
    definitionsInBrief: (property) => fees.definitionsInBrief({ body: property }),
    referencesOfOwner: async ({ accountId }, id) => {
      const { references } = await finance.referencesOfOwner({ params: { id }, body: { user_id: accountId } });
      return references;
    },
  };
}
