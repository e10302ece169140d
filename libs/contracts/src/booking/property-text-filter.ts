import { text } from '../shared/inputs';

/** The list filter by a text in the names or the internal code of the property, or by the property's id. */
export const propertyTextFilter = {
  property_q: text(200)
    .optional()
    .describe(
      'Only of properties in whose name, external name or internal code this text occurs, in any case, or with this id.',
    ),
};
