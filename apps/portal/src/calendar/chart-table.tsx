import type { CalendarNight } from '@keyhaven/contracts/pricing/calendar';
import { attributeText } from '@keyhaven/pages/components/attribute-text';
import { addDays, weekdayOf } from '@keyhaven/stays/calendar-date';
import { chartAddress, type ChartView } from './chart-address';
import { nightSpans } from './domain/half-days';
import { layOutBars } from './domain/lay-out-bars';
import { lookOf } from './domain/night-words';
import { BarCells } from './stay-bar';
import { compactRate, nightTip, shortDay } from './chart-words';
import type { ChartRow } from './read-chart';

interface ChartTableProps {
  rows: readonly ChartRow[];
  view: ChartView;
  today: string;
}

/**
 * The chart, with properties as rows and each day as two columns. A property has one row of nights, and below it one or
 * more rows of bars. Cells get their position by spanning columns, because the security policy of the pages forbids
 * inline styles.
 */
export function ChartTable({ rows, view, today }: ChartTableProps): JSX.Element {
  const { from, days } = view.range;
  const dates = Array.from({ length: days }, (_, index) => addDays(from, index));
  return (
    <div class="chart-box" tabindex="0" role="region" aria-label="Availability chart">
      <table class="chart">
        <colgroup>
          <col class="chart-name" />
          <col class="chart-half" span={String(2 * days)} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col" class="chart-corner">
              Property
            </th>
            {dates.map((date) => (
              <th scope="col" colspan={2} class={dayClass(date, today)}>
                <DayHead date={date} isFirst={date === from} />
              </th>
            ))}
          </tr>
        </thead>
        {rows.map((row) => (
          <PropertyRows row={row} view={view} />
        ))}
      </table>
    </div>
  );
}

function DayHead({ date, isFirst }: { date: string; isFirst: boolean }): JSX.Element {
  const { weekday, day, month } = shortDay(date);
  const shownMonth: string = isFirst || day === '1' ? month : '\u00a0';
  return (
    <>
      <small safe>{weekday}</small>
      <span safe>{day}</span>
      <small safe>{shownMonth}</small>
    </>
  );
}

function dayClass(date: string, today: string): string {
  const weekday = weekdayOf(date);
  return ['day', ...(date === today ? ['today'] : []), ...(weekday === 0 || weekday === 6 ? ['weekend'] : [])].join(
    ' ',
  );
}

function PropertyRows({ row, view }: { row: ChartRow; view: ChartView }): JSX.Element {
  const { property, calendar, bookings } = row;
  const lanes = layOutBars(bookings, view.range);
  const nights = new Map((calendar?.days ?? []).map((night) => [night.date, night]));
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" rowspan={1 + lanes.length} class="chart-property">
          <span class="name" title={attributeText(property.name)} safe>
            {property.name}
          </span>
          {property.is_snoozed ? <small>snoozed</small> : ''}
        </th>
        {nightSpans(view.range).map(({ date, halves }) => (
          <NightCell row={row} date={date} night={nights.get(date)} halves={halves} view={view} />
        ))}
      </tr>
      {lanes.map((lane) => (
        <tr class="lane">
          <BarCells lane={lane} />
        </tr>
      ))}
    </tbody>
  );
}

interface NightCellProps {
  row: ChartRow;
  date: string;
  night: CalendarNight | undefined;
  halves: 1 | 2;
  view: ChartView;
}

function NightCell({ row: { property, calendar }, date, night, halves, view }: NightCellProps): JSX.Element {
  const { chosen } = view;
  const isChosen = chosen?.propertyId === property.id && chosen.date === date;
  const currencyCode = calendar?.currency_code ?? '';
  const isEdge = night?.is_arrival || night?.is_departure;
  const isPriced = night?.status === 'available' && night.rate && halves === 2;
  return (
    <td colspan={halves} class={`night ${lookOf(night)}${isEdge ? ' edge' : ''}`}>
      <a
        href={chartAddress({ ...view, chosen: { propertyId: property.id, date } })}
        aria-current={isChosen ? 'true' : undefined}
      >
        {isPriced ? (
          <span class="rate" aria-hidden="true" safe>
            {compactRate(night.rate!.amount)}
          </span>
        ) : (
          ''
        )}
        <span class="tip" safe>
          {nightTip(property.name, date, night, currencyCode)}
        </span>
      </a>
    </td>
  );
}
