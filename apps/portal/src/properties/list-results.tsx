import { EmptyState } from '@keyhaven/pages/components/empty-state';
import { Pagination } from '@keyhaven/pages/components/pagination';
import { Panel } from '@keyhaven/pages/components/panel';
import { Table, type TableProps } from '@keyhaven/pages/components/table';
import { type ListFilter, neighbours } from './list-filter';

/** A page of a list of the API. */
export interface FoundPage<Item extends { id: number | null }> {
  items: readonly Item[];
  next_page_url: string | null;
}

interface ListResultsProps<Item extends { id: number | null }> extends Pick<TableProps, 'label' | 'columns'> {
  path: string;
  filter: ListFilter<string>;
  found: FoundPage<Item>;
  /** What the list contains, as a singular noun. */
  record: 'booking' | 'quote';
  row: (item: Item) => JSX.Element;
}

/** The table of the records that a filter has found, with links to the neighbouring pages. */
export function ListResults<Item extends { id: number | null }>(props: ListResultsProps<Item>): JSX.Element {
  const { path, filter, found, record, label, columns, row } = props;
  return (
    <>
      <h2 class="unseen">Results</h2>
      <Panel isFlush>
        {found.items.length === 0 ? (
          <EmptyState
            title={`No ${record}s`}
            text={`No ${record} matches these filters. Choose other dates, or leave fields empty.`}
          />
        ) : (
          <Table label={label} columns={columns}>
            {found.items.map(row)}
          </Table>
        )}
        {found.items.length > 0 || filter.offset > 0 ? <Pagination {...neighbours(path, filter, found)} /> : ''}
      </Panel>
    </>
  );
}
