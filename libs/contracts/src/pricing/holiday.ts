import { z } from 'zod';
import { id, text } from '../shared/inputs';
import { instant } from '../shared/instants';
import { periodDay, propertyScopeInput } from './periods';

export const holiday = z
  .object({
    id: id.describe('Id of the holiday.'),
    name: z.string().describe('Name, which the calendar shows as `holiday_name`.'),
    from: z.string().describe('The first night: `yyyy-mm-dd`, or `mm-dd` for every year.'),
    to: z.string().describe('The last night, included, in the form of `from`.'),
    property_ids: z
      .array(id)
      .nullable()
      .describe('Ids of the properties that show it. Null means all properties of the account.'),
    created_utc: instant.describe('When the holiday was created.'),
    updated_utc: instant.describe('When it was last changed.'),
  })
  .meta({
    id: 'Holiday',
    description: 'A named day, or several days, shown in the calendar. It changes no price and no rule.',
  });
export type Holiday = z.infer<typeof holiday>;

const writable = z.object({
  name: text(100).min(1).describe('Name, up to 100 characters.'),
  from: periodDay.describe('The first night: `yyyy-mm-dd`, or `mm-dd` for every year.'),
  to: periodDay.describe(
    'The last night, included, in the form of `from`. A yearly holiday may span the turn of the year. On creation, the default is `from`.',
  ),
  property_ids: propertyScopeInput.describe(
    'Ids of 1 to 1,000 properties, or null for all properties, the default on creation.',
  ),
});
export const holidayCreation = writable
  .partial()
  .required({ name: true, from: true })
  .meta({ id: 'HolidayCreation', description: 'A new holiday.' });
export type HolidayCreation = z.output<typeof holidayCreation>;
export const holidayPatch = writable
  .partial()
  .meta({ id: 'HolidayPatch', description: 'Changes of a holiday. Fields that are not sent keep their values.' });
export type HolidayPatch = z.output<typeof holidayPatch>;

/** The maximum number of holidays of an account. */
export const MAX_HOLIDAYS = 2000;
