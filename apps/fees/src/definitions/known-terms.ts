import type { DefinitionsOfStay } from '@keyhaven/contracts/fees/internal-contract';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { LRUCache } from 'lru-cache';
import type { TermsVersions } from '../store/terms-versions';

/** The maximum memory of the cached terms, in bytes, as estimated by sizeOf. */
const MAX_BYTES = 32_000_000;
/** The estimated memory of an object for each character of its JSON, in bytes. */
const BYTES_PER_CHARACTER = 3;
/** The estimated memory of an entry without its terms, in bytes. */
const OVERHEAD_BYTES = 500;

interface Known {
  version: string | undefined;
  terms: DefinitionsOfStay;
}

/**
 * Caches the surcharges, discounts and taxes that can apply at a property, until any surcharge, discount or tax of the
 * account changes. The account has a version of its terms (`terms_versions`). Every change replaces the version before
 * the response to the change is sent. Each request for terms reads the version first, and usually nothing else. The
 * terms include every change whose response was sent before the request arrived.
 */
export class KnownTerms {
  private readonly known = new LRUCache<string, Known>({ maxSize: MAX_BYTES, sizeCalculation: sizeOf });

  constructor(private readonly versions: TermsVersions) {}

  /**
   * Returns the terms of a property. The caller must not change them.
   * @param load reads the terms from the database.
   */
  async of(
    scope: AccountScope,
    propertyId: number,
    load: () => Promise<DefinitionsOfStay>,
  ): Promise<DefinitionsOfStay> {
    if (!this.versions.isUsed) return load();
    const key = `${scope.accountId}:${propertyId}`;
    const version = await this.versions.read(scope);
    const known = this.known.get(key);
    if (known && known.version === version) return known.terms;
    const terms = await load();
    this.known.set(key, { version, terms });
    return terms;
  }
}

function sizeOf({ terms }: Known): number {
  return OVERHEAD_BYTES + JSON.stringify(terms).length * BYTES_PER_CHARACTER;
}
