import { z } from 'zod';
import { deletable, eventType } from './event-type';
import { instant } from '../shared/instants';
import { calendarCategories, calendarChange } from '../pricing/calendar-change';
import { holiday } from '../pricing/holiday';
import { propertyPricing } from '../pricing/property-pricing';
import { season } from '../pricing/season';

/** The types of events that the pricing service publishes. */
export const pricingEvents = {
  calendar: eventType({
    summary: 'Ranges of nights of a property that may have changed. `entity_id` is the id of the property.',
    entity: calendarChange,
    private: z.object({
      calendar_version: z.int().describe('The version of the calendar that the event covers.'),
    }),
    categories: calendarCategories,
    isNotice: true,
  }),
  season: eventType({ summary: 'Seasons.', entity: deletable(season), isDeletable: true }),
  holiday: eventType({ summary: 'Holidays.', entity: deletable(holiday), isDeletable: true }),
  property_pricing: eventType({
    summary: 'The default price and the rules of a property. `entity_id` is the id of the property.',
    entity: propertyPricing.extend({ updated_utc: instant }),
  }),
};
