import { z } from 'zod';
import { id, text } from '../shared/inputs';

/** The parts of an address, with their descriptions. */
const parts = {
  type: 'Kind of the address, such as "home".',
  street1: 'Street and number.',
  street2: 'Second line, such as a floor or an apartment.',
  city: 'City or town.',
  state: 'State, such as "CA".',
  province: 'Province or region.',
  postal_code: 'Postal code.',
  country: 'Country, as it was entered.',
} as const;

const part = z.string().nullable();

export const address = z
  .object({
    id: id.describe('Id of the address.'),
    is_default: z.boolean().describe('Whether this is the default one. One entry of a list is.'),
    type: part.describe(parts.type),
    street1: part.describe(parts.street1),
    street2: part.describe(parts.street2),
    city: part.describe(parts.city),
    state: part.describe(parts.state),
    province: part.describe(parts.province),
    postal_code: part.describe(parts.postal_code),
    country: part.describe(parts.country),
  })
  .meta({ id: 'Address', description: 'A postal address of a property, a guest or an owner.' });

const partInput = text(200).nullable().default(null);

/** An address in a request. Missing parts become null. */
export const addressInput = z.object({
  type: partInput.describe(parts.type),
  street1: partInput.describe(parts.street1),
  street2: partInput.describe(parts.street2),
  city: partInput.describe(parts.city),
  state: partInput.describe(parts.state),
  province: partInput.describe(parts.province),
  postal_code: partInput.describe(parts.postal_code),
  country: partInput.describe(parts.country),
});
