import type { Model } from 'mongoose';
import type { TenantDocument } from '../tenant-document';
import { claimDue, claimOwn, WITH_EVENT_FIRST } from './claim';
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
  /** The index of the collection with which the next search of `toProbe` begins. */
  private nextIndex = 0;

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

  /**
   * Claims one document with events to probe the bus, if there is one. Repeated calls try the
   * collections in turn, and in each collection the document that has waited longest. A claim moves
   * its document to the end of that order, so documents whose events are always refused do not keep
   * others from being tried.
   */
  async toProbe(): Promise<Draining[]> {
    const models = [...this.options.models];
    const order = [...models.slice(this.nextIndex), ...models.slice(0, this.nextIndex)];
    for (const model of order) {
      // A document with an expired lease has waited longer than one that this process still leases.
      for (const claim of [claimDue, claimOwn]) {
        const claimed = await claim(model, { ...this.claiming(model, 1), only: WITH_EVENT_FIRST });
        if (claimed.length === 0) continue;
        this.nextIndex = models.indexOf(model) + 1;
        return claimed;
      }
    }
    return [];
  }

  private claiming(model: Model<TenantDocument>, limit: number) {
    const { owner, backOff } = this.options;
    return { owner, limit, except: backOff.activeIdsIn(model.collection.collectionName) };
  }
}
