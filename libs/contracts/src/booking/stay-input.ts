import { z } from 'zod';
import { calendarDate, timeOfDay } from '../shared/dates';
import { idInput, text, wholeNumberInput, booleanInput } from '../shared/inputs';
import { tagsInput } from './custom-fields';

const guestCount = wholeNumberInput(0, 1000);

/** What integrations may write of a stay, be it a booking's or a quote's. Texts may be cleared with null. */
export const stayInput = z.object({
  property_id: idInput,
  arrival: calendarDate,
  departure: calendarDate,
  check_in: timeOfDay.nullable(),
  check_out: timeOfDay.nullable(),
  adults: guestCount,
  children: guestCount,
  infants: guestCount,
  pets: guestCount,
  guest_id: idInput.nullable(),
  listing_site_id: idInput.nullable(),
  notes: text(50_000).nullable(),
  tags: tagsInput,
  generate_charges: booleanInput,
  /** Skips the rules of the property, never taken nights or missing prices; the answer lists what was broken. */
  ignore_rules: booleanInput,
});
