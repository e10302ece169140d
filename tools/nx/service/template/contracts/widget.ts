import { id, text, wholeNumberInput } from '@keyhaven/contracts/shared/inputs';
import { instant } from '@keyhaven/contracts/shared/instants';
import { z } from 'zod';

export const widget = z.object({
  id,
  name: z.string(),
  /** How many there are. */
  units: z.int(),
  /** How many of them are reserved. */
  reserved: z.int(),
  created_utc: instant,
  updated_utc: instant,
});
export type Widget = z.infer<typeof widget>;

const writable = z.object({
  name: text(200).trim().min(1, { error: 'expected a name' }),
  units: wholeNumberInput(0, 1_000_000),
  reserved: wholeNumberInput(0, 1_000_000),
});

export const widgetCreation = writable.partial({ reserved: true });
export type WidgetCreation = z.output<typeof widgetCreation>;
export const widgetPatch = writable.partial();
export type WidgetPatch = z.output<typeof widgetPatch>;
