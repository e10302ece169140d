import type { Children } from '@kitajs/html';

interface TableProps {
  /** Names the table for screen readers. */
  label: string;
  /** The columns' names. The name of a column of buttons is empty. */
  columns: readonly (string | { name: string; isEnd: true })[];
  /** Rows of `Row`. */
  children?: Children;
}

/**
 * A table that shows each row as a card on a phone. The roles are explicit, because a change of `display` would
 * otherwise remove them. Each `Cell` repeats its column's name for the card.
 */
export function Table({ label, columns, children }: TableProps): JSX.Element {
  return (
    <div class="table-box">
      <table class="cards" role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => {
              const { name, isEnd } = typeof column === 'string' ? { name: column, isEnd: false } : column;
              return (
                <th role="columnheader" scope="col" class={isEnd ? 'end' : undefined}>
                  {name === '' ? <span class="unseen">Actions</span> : <span safe>{name}</span>}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody role="rowgroup">{children}</tbody>
      </table>
    </div>
  );
}

export function Row({ children }: { children?: Children }): JSX.Element {
  return <tr role="row">{children}</tr>;
}

interface CellProps {
  /** The column's name, shown before the cell on a card. */
  label: string;
  /**
   * lead: names the row. end: a number. tight: never broken into lines, such as a time. address: a network address,
   * broken only if it is long. acts: buttons.
   */
  look?: 'lead' | 'end' | 'tight' | 'address' | 'acts';
  text?: string;
  children?: Children;
}

export function Cell({ label, look, text, children }: CellProps): JSX.Element {
  return (
    <td role="cell" class={look} data-label={label}>
      {text === undefined ? '' : <span safe>{text}</span>}
      {look === 'acts' ? <div class="actions">{children}</div> : children}
    </td>
  );
}
