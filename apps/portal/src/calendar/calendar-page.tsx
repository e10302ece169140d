import { Button, LinkButton } from '@keyhaven/pages/components/button';
import { EmptyState } from '@keyhaven/pages/components/empty-state';
import { Field, Select } from '@keyhaven/pages/components/field';
import { Notice } from '@keyhaven/pages/components/notice';
import { PageHead } from '@keyhaven/pages/components/page-head';
import { Pagination } from '@keyhaven/pages/components/pagination';
import { formatDate } from '@keyhaven/pages/format/dates';
import { RefusalNotice } from '../layout/refusal-notice';
import { sitePage } from '../layout/site-page';
import type { FormRefusal } from '../visit/form-refusal';
import type { Reply } from '../visit/reply';
import type { SignedInVisit } from '../visit/visit';
import { CALENDAR_PATH, chartAddress, type ChartView } from './chart-address';
import { ChartTable } from './chart-table';
import { chartLengths, lastDay, moveRange } from './domain/chart-range';
import { Legend } from './legend';
import { type ChosenNight, NightPanel } from './night-panel';
import { type Chart, PROPERTIES_PER_PAGE } from './read-chart';

interface CalendarPageProps {
  view: ChartView;
  /** Today's date in the time zone of the account. */
  today: string;
  /** Undefined if the API refused the filters. */
  found: { chart: Chart; night: ChosenNight | undefined } | undefined;
  refusal: FormRefusal;
}

export function calendarPage(visit: SignedInVisit, { view, today, found, refusal }: CalendarPageProps): Reply {
  const { range } = view;
  return sitePage(visit, {
    title: 'Availability',
    current: CALENDAR_PATH,
    status: refusal.status,
    children: (
      <>
        <PageHead title="Availability" lead={`${formatDate(range.from)} to ${formatDate(lastDay(range))}`}>
          <TimeLinks view={{ ...view, chosen: undefined }} today={today} />
        </PageHead>
        <RefusalNotice refusal={refusal} />
        <Filters view={view} />
        {found ? <FoundChart view={view} today={today} {...found} /> : ''}
      </>
    ),
  });
}

interface FoundChartProps {
  view: ChartView;
  today: string;
  chart: Chart;
  night: ChosenNight | undefined;
}

function FoundChart({ view, today, chart, night }: FoundChartProps): JSX.Element {
  const { rows, hasMoreProperties, isCut } = chart;
  const { text, offset } = view;
  const unchosen = { ...view, chosen: undefined };
  const atOffset = (next: number) => chartAddress({ ...unchosen, offset: next });
  return (
    <>
      {isCut ? <Notice kind="warn" text="There are more bookings than the chart shows. Choose fewer weeks." /> : ''}
      {rows.length === 0 ? (
        <section class="panel">
          <h2 class="unseen">Properties</h2>
          <Nothing text={text} offset={offset} />
        </section>
      ) : (
        <div class={night ? 'chart-layout with-night' : 'chart-layout'}>
          <section class="panel chart-panel">
            <ChartTable rows={rows} view={view} today={today} />
            <Pagination
              text={`Properties ${offset + 1} to ${offset + rows.length}`}
              previousHref={offset > 0 ? atOffset(Math.max(0, offset - PROPERTIES_PER_PAGE)) : undefined}
              nextHref={hasMoreProperties ? atOffset(offset + PROPERTIES_PER_PAGE) : undefined}
            />
            <Legend />
          </section>
          {night ? <NightPanel chosen={night} closeHref={chartAddress(unchosen)} /> : ''}
        </div>
      )}
    </>
  );
}

function TimeLinks({ view, today }: { view: ChartView; today: string }): JSX.Element {
  const { range } = view;
  const weeks = range.days / 7;
  const at = (by: number) => chartAddress({ ...view, range: moveRange(range, by) });
  return (
    <>
      <LinkButton text={`← ${weeks} weeks`} href={at(-range.days)} look="quiet" isSmall />
      <LinkButton text="← 1 week" href={at(-7)} look="quiet" isSmall />
      <LinkButton
        text="Today"
        href={chartAddress({ ...view, range: { ...range, from: today } })}
        look="quiet"
        isSmall
      />
      <LinkButton text="1 week →" href={at(7)} look="quiet" isSmall />
      <LinkButton text={`${weeks} weeks →`} href={at(range.days)} look="quiet" isSmall />
    </>
  );
}

function Filters({ view: { range, text } }: { view: ChartView }): JSX.Element {
  return (
    <form method="get" action={CALENDAR_PATH} class="filters">
      <Field name="from" label="From" type="date" value={range.from} />
      <Select
        name="days"
        label="Show"
        value={String(range.days)}
        options={chartLengths.map((days) => ({ value: String(days), text: `${days / 7} weeks` }))}
      />
      <Field name="name" label="Property" type="search" value={text} maxLength={100} />
      <Button text="Show" look="quiet" />
    </form>
  );
}

function Nothing({ text, offset }: { text: string; offset: number }): JSX.Element {
  if (text === '' && offset === 0) {
    return <EmptyState title="No properties" text="Active properties of the account appear here." />;
  }
  return (
    <EmptyState
      title="No property found"
      text={text === '' ? 'There are fewer properties.' : `No active property has “${text}” in its name or code.`}
    >
      <LinkButton text="Show all" href={CALENDAR_PATH} look="quiet" />
    </EmptyState>
  );
}
