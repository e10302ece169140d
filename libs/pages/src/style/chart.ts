import { css } from './css';

/**
 * The availability chart. Textures repeat what colours say. Nights and bars are links. While one is pointed at or
 * focused, its tooltip appears below the content of the window, where the scrolling box cannot cut it off.
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
  .chart td.night {
    height: 2.125rem;
    border-right: 1px solid var(--line);
    vertical-align: middle;
  }
  .chart .night.edge {
    box-shadow: inset 2px 0 0 var(--control);
  }
  .chart td.night a {
    display: flex;
    align-items: center;
    justify-content: center;
    height: 100%;
    min-height: 2.125rem;
    color: var(--ink);
    font-size: 0.6875rem;
    font-variant-numeric: tabular-nums;
    text-decoration: none;
  }
  .chart td.night a:hover,
  .chart td.night a:focus-visible,
  .chart td.night a[aria-current] {
    outline: 2px solid var(--accent);
    outline-offset: -2px;
  }
  .chart td.night a[aria-current] {
    outline-width: 3px;
  }
  .night {
    background-color: var(--paper);
  }
  .night.closed {
    background-color: var(--sunken);
    background-image: radial-gradient(var(--control) 0.8px, transparent 1px);
    background-size: 7px 7px;
  }
  .chart .night.closed .rate {
    padding: 0 0.15rem;
    border-radius: 3px;
    background: var(--sunken);
    color: var(--soft);
    text-decoration: line-through;
  }
  .night.booked {
    background-color: color-mix(in srgb, var(--info) 42%, var(--paper));
  }
  .night.blocked {
    background-color: var(--sunken);
    background-image: repeating-linear-gradient(
      45deg,
      color-mix(in srgb, var(--control) 75%, transparent) 0 2px,
      transparent 2px 6px
    );
  }
  .night.required {
    background-color: var(--warn-soft);
    background-image: repeating-linear-gradient(0deg, var(--warn) 0 1px, transparent 1px 5px);
  }
  .night.orphan {
    background-color: var(--warn-soft);
    background-image: repeating-linear-gradient(90deg, var(--warn) 0 1px, transparent 1px 5px);
  }
  .night.unavailable {
    background-color: var(--danger-soft);
    background-image:
      repeating-linear-gradient(45deg, var(--danger) 0 1px, transparent 1px 6px),
      repeating-linear-gradient(-45deg, var(--danger) 0 1px, transparent 1px 6px);
  }
  .night.missing {
    background-color: var(--ground);
  }
  .chart td.stay {
    padding: 2px 1px 0;
  }
  .stay-bar {
    display: block;
    height: 1.375rem;
    padding: 0 0.35rem;
    border: 1px solid var(--info);
    border-radius: 5px;
    background-color: var(--info-soft);
    color: var(--ink);
    font-size: 0.75rem;
    line-height: 1.25rem;
    text-decoration: none;
  }
  a.stay-bar:hover,
  a.stay-bar:focus-visible {
    color: var(--ink);
    outline: 2px solid var(--accent);
    outline-offset: -1px;
  }
  .stay-bar .who-stays {
    display: block;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .stay-bar.owner {
    border-color: var(--accent);
    background-color: var(--accent-soft);
  }
  .stay-bar.block,
  .stay-bar.linked_availability {
    border-color: var(--control);
    background-color: var(--sunken);
    color: var(--ink);
  }
  .stay-bar.linked_availability {
    border-style: dotted;
    border-width: 2px;
    line-height: 1.125rem;
  }
  .stay-bar.quote_hold {
    border-color: var(--warn);
    background-color: var(--warn-soft);
  }
  .stay-bar.pending,
  .stay-bar.quote_hold {
    border-style: dashed;
  }
  .stay-bar.overbooked {
    border: 2px solid var(--danger);
    background-color: var(--danger-soft);
    line-height: 1.125rem;
  }
  .stay-bar.overbooked .who-stays::before {
    color: var(--danger);
    font-weight: 700;
    content: '! ';
  }
  .stay-bar.cut-start {
    border-left-width: 0;
    border-top-left-radius: 0;
    border-bottom-left-radius: 0;
  }
  .stay-bar.cut-end {
    border-right-width: 0;
    border-top-right-radius: 0;
    border-bottom-right-radius: 0;
  }
  .chart .tip {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .chart a:hover .tip,
  .chart a:focus-visible .tip {
    position: fixed;
    right: var(--s4);
    bottom: var(--s4);
    z-index: 30;
    width: auto;
    max-width: min(34rem, calc(100vw - 2 * var(--s4)));
    height: auto;
    padding: var(--s3) var(--s4);
    border-radius: var(--round);
    background: var(--ink);
    color: var(--paper);
    font-size: var(--text-small);
    line-height: 1.4;
    text-align: left;
    clip-path: none;
    white-space: normal;
    pointer-events: none;
  }
  .chart a:hover .tip {
    z-index: 31;
  }
  .legend {
    padding: var(--s3) var(--s5);
    border-top: 1px solid var(--line);
    font-size: var(--text-small);
  }
  .legend summary {
    font-weight: 600;
    cursor: pointer;
  }
  .legend ul {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(14rem, 100%), 1fr));
    gap: var(--s2) var(--s4);
    margin: var(--s3) 0;
    padding: 0;
    list-style: none;
  }
  .legend li {
    display: flex;
    gap: var(--s2);
    align-items: center;
  }
  .legend .swatch {
    flex: none;
    width: 2.25rem;
    height: 1.25rem;
  }
  .legend .swatch.night {
    border: 1px solid var(--line);
  }
  .badges {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s1);
  }
  .night-panel {
    scroll-margin-top: var(--s4);
  }
  .night-panel .panel-head {
    flex-wrap: nowrap;
  }
  .night-panel dd > div + div {
    margin-top: var(--s2);
  }
  .night-panel .facts {
    grid-template-columns: minmax(0, 6.5rem) minmax(0, 1fr);
    gap: var(--s2) var(--s4);
  }
  @media (min-width: 80rem) {
    .chart-layout.with-night {
      grid-template-columns: minmax(0, 1fr) 22.5rem;
    }
    .night-panel {
      position: sticky;
      top: var(--s5);
    }
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
