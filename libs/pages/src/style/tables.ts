import { css } from './css';

/**
 * Styles of tables, whose rows become cards on a phone, and of the links to the previous and next
 * page below a table.
 */
export const tables = css`
  .table-box {
    overflow-x: auto;
  }
  table {
    width: 100%;
    border-collapse: collapse;
  }
  th {
    padding: var(--s2) var(--s4);
    border-bottom: 1px solid var(--line);
    color: var(--soft);
    font-size: var(--text-small);
    font-weight: 500;
    text-align: left;
    white-space: nowrap;
  }
  td {
    padding: var(--s3) var(--s4);
    border-bottom: 1px solid var(--line);
    vertical-align: top;
    overflow-wrap: anywhere;
  }
  th:first-child,
  td:first-child {
    padding-left: var(--s5);
  }
  th:last-child,
  td:last-child {
    padding-right: var(--s5);
  }
  tbody tr:last-child td {
    border-bottom: 0;
  }
  tbody tr:hover {
    background: color-mix(in srgb, var(--sunken) 45%, transparent);
  }
  td.lead {
    min-width: 11rem;
    font-weight: 600;
  }
  td.address {
    min-width: 8rem;
  }
  td small {
    display: block;
    color: var(--soft);
    font-weight: 400;
  }
  td .button {
    overflow-wrap: normal;
    white-space: nowrap;
  }
  td.acts form {
    display: inline-block;
    margin: 0 var(--s1) var(--s1) 0;
  }
  td.end,
  th.end {
    text-align: right;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  td.tight {
    white-space: nowrap;
    font-variant-numeric: tabular-nums;
  }
  td .actions {
    gap: var(--s2);
    justify-content: flex-end;
  }
  .pages {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s3);
    align-items: center;
    justify-content: space-between;
    padding: var(--s3) var(--s5);
    border-top: 1px solid var(--line);
    color: var(--soft);
    font-size: var(--text-small);
  }
  .pages .actions {
    gap: var(--s2);
  }
  @media (max-width: 44rem) {
    .cards thead {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    .cards,
    .cards tbody,
    .cards tr,
    .cards td {
      display: block;
    }
    .cards tr {
      padding: var(--s3) var(--s4);
      border-bottom: 1px solid var(--line);
    }
    .cards tr:last-child {
      border-bottom: 0;
    }
    .cards td,
    .cards td:first-child,
    .cards td:last-child {
      display: grid;
      grid-template-columns: minmax(6.5rem, 35%) minmax(0, 1fr);
      gap: 0 var(--s3);
      padding: var(--s1) 0;
      border: 0;
      text-align: left;
    }
    .cards td::before {
      color: var(--soft);
      font-size: var(--text-small);
      font-weight: 400;
      content: attr(data-label);
    }
    .cards td > small {
      grid-column: 2;
    }
    .cards td > .badge {
      justify-self: start;
    }
    .cards td.tight {
      white-space: normal;
    }
    .cards td.lead,
    .cards td.acts {
      display: block;
    }
    .cards td.lead::before,
    .cards td.acts::before {
      content: none;
    }
    .cards td.acts {
      padding-top: var(--s2);
    }
    .cards td .actions {
      justify-content: flex-start;
    }
    .pages {
      padding-inline: var(--s4);
    }
  }
`;
