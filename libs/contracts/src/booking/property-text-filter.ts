import { text } from '../shared/inputs';

/** The filter of lists by a text in the names of properties. */
export const propertyTextFilter = {
  property_q: text(200)
    .optional()
    .describe(
      'Only of properties in whose name, external name or internal code this text occurs, in any case, or with this id.',
    ),
};
