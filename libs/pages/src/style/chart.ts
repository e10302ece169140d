import { css } from './css';

/**
 * Styles of the frame of the availability chart: the scrolling box, the days and the properties.
 */
export const chart = css`
  .page:has(.chart-layout) {
    max-width: none;
  }
  .chart-layout {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--s5);
    align-items: start;
  }
  .chart-panel {
    overflow: hidden;
  }
  .chart-box {
    position: relative;
    max-height: calc(100vh - 7rem);
    overflow: auto;
    overscroll-behavior-x: contain;
    scroll-padding: 4.5rem 1rem 2rem 14.5rem;
  }
  .chart-box:focus-visible {
    outline-offset: -2px;
  }
  .chart {
    width: 100%;
    table-layout: fixed;
    border-collapse: separate;
    border-spacing: 0;
  }
  .chart-name {
    width: 13.5rem;
  }
  .chart-half {
    width: 1.375rem;
  }
  .chart th,
  .chart td {
    padding: 0;
    border: 0;
    overflow-wrap: normal;
  }
  .chart tbody tr:hover {
    background: none;
  }
  .chart thead th {
    position: sticky;
    top: 0;
    z-index: 3;
    padding: var(--s1) 0;
    border-bottom: 1px solid var(--line);
    background: var(--paper);
    font-variant-numeric: tabular-nums;
    line-height: 1.2;
    text-align: center;
  }
  .chart thead th small,
  .chart thead th span {
    display: block;
    font-size: 0.6875rem;
  }
  .chart thead th span {
    color: var(--ink);
    font-size: var(--text);
    font-weight: 600;
  }
  .chart thead th.weekend {
    background: var(--sunken);
  }
  .chart thead th.today span {
    margin: 0 auto;
    width: 1.75rem;
    border-radius: 99px;
    background: var(--accent);
    color: var(--on-accent);
  }
  .chart th.chart-corner,
  .chart th.chart-property {
    position: sticky;
    left: 0;
    z-index: 2;
    padding: var(--s1) var(--s3) var(--s1) var(--s4);
    border-right: 1px solid var(--line);
    background: var(--paper);
    text-align: left;
    vertical-align: middle;
    white-space: normal;
  }
  .chart th.chart-corner {
    z-index: 4;
    vertical-align: bottom;
  }
  .chart th.chart-property {
    border-bottom: 1px solid var(--line);
    color: var(--ink);
    vertical-align: top;
  }
  .chart-property .name {
    display: -webkit-box;
    overflow: hidden;
    overflow-wrap: anywhere;
    font-weight: 600;
    line-height: 1.3;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    line-clamp: 2;
  }
  .chart-property small {
    color: var(--soft);
  }
  .chart tbody tr:last-child td {
    border-bottom: 1px solid var(--line);
  }
  .chart tbody tr:last-child td:not(.night) {
    padding-bottom: var(--s1);
  }
  @media (max-width: 56rem) {
    .chart-box {
      max-height: 75vh;
      scroll-padding-left: 8rem;
    }
    .chart-name {
      width: 7.5rem;
    }
    .chart th.chart-corner,
    .chart th.chart-property {
      padding-left: var(--s3);
      font-size: 0.75rem;
    }
  }
`;
