import { Button } from '@keyhaven/pages/components/button';
import { Field, Select } from '@keyhaven/pages/components/field';
import type { ListFilter } from './list-filter';

interface StayFiltersProps {
  path: string;
  filter: ListFilter<string>;
  statuses: readonly string[];
  /** The kind of record in the list, capitalized, such as Booking. */
  record: string;
  /** The label of the field that searches the records. Absent if the API cannot search them. */
  search?: string;
}

/** The filters of a list of stays, and a field that opens a record by its id. */
export function StayFilters({ path, filter, statuses, record, search }: StayFiltersProps): JSX.Element {
  const options = [{ value: '', text: 'Every status' }, ...statuses.map((status) => ({ value: status, text: status }))];
  return (
    <form method="get" action={path} class="filters">
      {search === undefined ? '' : <Field name="q" label={search} type="search" value={filter.q} maxLength={100} />}
      <Field name="property" label="Property" type="search" value={filter.property} maxLength={100} />
      <Select name="status" label="Status" value={filter.status ?? ''} options={options} />
      <Field name="from" label="Departure from" type="date" value={filter.from} />
      <Field name="to" label="Arrival until" type="date" value={filter.to} />
      <Field name="id" label={`${record} id`} type="search" maxLength={16} />
      <Button text="Search" look="quiet" />
    </form>
  );
}
