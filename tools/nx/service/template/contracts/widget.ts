import { id, text, wholeNumberInput } from '@keyhaven/contracts/shared/inputs';
import { instant } from '@keyhaven/contracts/shared/instants';
import { z } from 'zod';

export const widget = z
  .object({
    id: id.describe('Id of the widget.'),
    name: z.string().describe('Name of the widget.'),
    units: z.int().describe('The total number of units.'),
    reserved: z.int().describe('The number of reserved units, at most `units`.'),
    created_utc: instant.describe('When the widget was created.'),
    updated_utc: instant.describe('When it was last changed.'),
  })
  .meta({ id: 'Widget', description: 'A widget.' });
export type Widget = z.infer<typeof widget>;

const writable = z.object({
  name: text(200).trim().min(1, { error: 'expected a name' }).describe('Name of the widget.'),
  units: wholeNumberInput(0, 1_000_000).describe('The total number of units.'),
  reserved: wholeNumberInput(0, 1_000_000).describe(
    'The number of reserved units, at most `units`. On creation 0 by default.',
  ),
});

export const widgetCreation = writable.partial({ reserved: true });
export type WidgetCreation = z.output<typeof widgetCreation>;
export const widgetPatch = writable.partial();
export type WidgetPatch = z.output<typeof widgetPatch>;
