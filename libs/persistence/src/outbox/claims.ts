import type { Model } from 'mongoose';
import type { TenantDocument } from '../tenant-document';
import { claimDue, claimOwn } from './claim';
import type { Draining } from './draining';
import type { DocumentBackOff } from './document-back-off';

interface ClaimsOptions {
  /** The id under which this process takes leases. */
  owner: string;
  models: Iterable<Model<TenantDocument>>;
  /** Documents whose events were refused. They are not claimed until their back-off ends. */
  backOff: DocumentBackOff;
}

/** Claims documents of a relay's collections for the process of the relay. */
export class Claims {
  constructor(private readonly options: ClaimsOptions) {}

  /** Claims documents of one collection whose lease has expired. */
  due(model: Model<TenantDocument>, limit: number): Promise<Draining[]> {
    return claimDue(model, this.claiming(model, limit));
  }

  /**
   * Claims documents of all collections: documents that this process leased but did not drain, and
   * documents whose lease has expired.
   * @param only an additional condition on the documents.
   */
  async ownOrDue(limit: number, only?: Record<string, unknown>): Promise<Draining[]> {
    const claimed: Draining[] = [];
    for (const model of this.options.models) {
      for (const claim of [claimOwn, claimDue]) {
        const room = limit - claimed.length;
        if (room > 0) claimed.push(...(await claim(model, { ...this.claiming(model, room), only })));
      }
    }
    return claimed;
  }

  private claiming(model: Model<TenantDocument>, limit: number) {
    const { owner, backOff } = this.options;
    return { owner, limit, except: backOff.activeIdsIn(model.collection.collectionName) };
  }
}
