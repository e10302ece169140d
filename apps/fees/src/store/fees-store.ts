import type { bookingInternalContract } from '@keyhaven/contracts/booking/internal-contract';
import type { pricingInternalContract } from '@keyhaven/contracts/pricing/internal-contract';
import type { DefinitionType, Discount, Surcharge } from '@keyhaven/contracts/fees/definition';
import { TenantReader } from '@keyhaven/persistence/tenant-repository/tenant-reader';
import { TenantRepository } from '@keyhaven/persistence/tenant-repository/tenant-repository';
import type { IdAllocator } from '@keyhaven/persistence/allocate-ids';
import type { CopyRepository } from '@keyhaven/persistence/copies/copy-repository';
import type { Relay } from '@keyhaven/persistence/outbox/relay';
import type { PeerClient } from '@keyhaven/service/peers/peer-client';
import { modelOf } from '@keyhaven/persistence/tenant-document';
import { knownIn } from '@keyhaven/service/references/find-records-routes';
import { type FindUnknown, recordDirectory } from '@keyhaven/service/references/record-directory';
import type { Connection } from 'mongoose';
import { type AccountCopy, accountCopies } from './account-copy';
import {
  type DefinitionDocument,
  definitionEntity,
  type DefinitionKind,
  definitionModel,
  type DefinitionRecord,
} from './definition.model';
import { type ListingSiteCopy, listingSiteCopies } from './listing-site-copy';
import { type PropertyCopy, propertyCopies } from './property-copy';
import { type TaxDocument, taxEntity, type TaxInShort, taxModel } from './tax.model';
import { TermsVersions } from './terms-versions';

/** The surcharges, or the discounts. Queries must filter by kind, because both kinds are in one collection. */
export interface Definitions<Type extends DefinitionType> {
  kind: DefinitionKind;
  records: TenantRepository<DefinitionDocument<Type>, DefinitionRecord<Type>>;
}

/** Everything that the fees service stores, and the lookups of records of other services. */
export interface FeesStore {
  ids: IdAllocator;
  accounts: CopyRepository<AccountCopy>;
  properties: CopyRepository<PropertyCopy>;
  listingSites: CopyRepository<ListingSiteCopy>;
  surcharges: Definitions<Surcharge['type']>;
  discounts: Definitions<Discount['type']>;
  /** Reads surcharges and discounts together. */
  definitions: TenantReader<DefinitionDocument>;
  taxes: TenantRepository<TaxDocument, TaxInShort>;
  termsVersions: TermsVersions;
  /** Looks up the records of other services that definitions and taxes refer to. */
  directories: Record<'property' | 'listingSite' | 'season', FindUnknown>;
}

export function createFeesStore(
  connection: Connection,
  ids: IdAllocator,
  relay: Relay,
  booking: PeerClient<typeof bookingInternalContract>,
  pricing: PeerClient<typeof pricingInternalContract>,
  hasOneRelease: boolean,
): FeesStore {
  const properties = propertyCopies(connection);
  const listingSites = listingSiteCopies(connection);
  const definitions = definitionModel(connection);
  const taxes = taxModel(connection);
  const ofKind = <Type extends DefinitionType>(kind: DefinitionKind): Definitions<Type> => ({
    kind,
    records: new TenantRepository({
      model: modelOf<DefinitionDocument<Type>>(definitions),
      noun: `a ${kind}`,
      entities: [definitionEntity<Type>(kind)],
      relay,
    }),
  });
  return {
    ids,
    accounts: accountCopies(connection),
    properties,
    listingSites,
    surcharges: ofKind('surcharge'),
    discounts: ofKind('discount'),
    definitions: new TenantReader({ model: definitions, noun: 'a definition' }),
    taxes: new TenantRepository({ model: taxes, noun: 'a tax', entities: [taxEntity], relay }),
    termsVersions: new TermsVersions(connection, hasOneRelease),
    directories: {
      property: recordDirectory('property', booking, knownIn(properties)),
      listingSite: recordDirectory('listing_site', booking, knownIn(listingSites)),
      // Fees has no copies of seasons. It only compares the ids of seasons with the season ids that
      // pricing returns for nights.
      season: recordDirectory('season', pricing),
    },
  };
}
