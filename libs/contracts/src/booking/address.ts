import { z } from 'zod';
import { id, text } from '../shared/inputs';

const part = z.string().nullable();

/** A postal address of a property or a guest. */
export const address = z.object({
  id,
  is_default: z.boolean(),
  type: part,
  street1: part,
  street2: part,
  city: part,
  state: part,
  province: part,
  postal_code: part,
  country: part,
});

const partInput = text(200).nullable().default(null);

/** An address in a request; parts that are left out are null. */
export const addressInput = z.object({
  type: partInput,
  street1: partInput,
  street2: partInput,
  city: partInput,
  state: partInput,
  province: partInput,
  postal_code: partInput,
  country: partInput,
});
