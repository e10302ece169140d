import type { Children } from '@kitajs/html';

export interface TableProps {
  /** The name of the table for screen readers. */
  label: string;
  /** The names of the columns. The name of a column that contains buttons is empty. */
  columns: readonly (string | { name: string; isEnd: true })[];
  /** The rows, made with `Row`. */
  children?: Children;
}

/**
 * A table. On a phone, each row is shown as a card, and each `Cell` with the name of its column.
 * The roles are set explicitly, because the style sheet changes `display`, which would remove the
 * implicit ones.
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
  /** The name of the column, which is shown before the cell on a card. */
  label: string;
  /**
   * lead: the name of the row. end: a number. tight: text that must not wrap, such as a time.
   * address: a network address, which wraps only if it is long. acts: buttons.
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
