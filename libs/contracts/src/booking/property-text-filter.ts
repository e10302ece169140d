import { text } from '../shared/inputs';

/** A filter of lists of bookings or quotes: by a text in their property's names or internal code, or by its id. */
export const propertyTextFilter = {
  property_q: text(200)
    .optional()
    .describe(
      'Only of properties in whose name, external name or internal code this text occurs, in any case, or with this id.',
    ),
};
