import { deletable, eventType } from './event-type';
import { discount, surcharge } from '../fees/definition';
import { tax, taxTerms } from '../fees/tax';

/** The types of events that the fees service publishes. */
export const feesEvents = {
  surcharge: eventType({
    summary: 'Definitions of surcharges.',
    entity: surcharge,
    categories: ['surcharge'],
    isDeletable: true,
  }),
  discount: eventType({
    summary: 'Definitions of discounts.',
    entity: discount,
    categories: ['discount'],
    isDeletable: true,
  }),
  tax: eventType({
    summary: 'Taxes of properties. Their terms are private.',
    entity: deletable(tax.pick({ id: true, property_id: true, created_utc: true, updated_utc: true })),
    private: taxTerms,
    isDeletable: true,
  }),
};
