import { css } from './css';

/** Styles of a list of amounts and their total, on pages for guests. */
export const bills = css`
  table.bill td,
  table.bill th {
    padding: var(--s2) 0;
  }
  table.bill td:last-child {
    padding-left: var(--s4);
    text-align: right;
    white-space: nowrap;
    font-variant-numeric: tabular-nums;
  }
  table.bill tbody tr:hover {
    background: none;
  }
  table.bill tr.total td {
    padding-top: var(--s3);
    border-top: 2px solid var(--ink);
    font-size: 1.125rem;
    font-weight: 700;
  }
  .aside {
    padding: var(--s3) var(--s4);
    border-radius: var(--round);
    background: var(--sunken);
  }
  .stay-head {
    background: var(--band);
    color: var(--on-band);
  }
  .card > .stay-head p {
    margin: 0 0 var(--s1);
    color: inherit;
  }
`;
