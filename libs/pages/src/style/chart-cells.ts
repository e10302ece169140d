import { css } from './css';

/**
 * Styles of the nights and stays in the availability chart. Textures have the same meaning as the
 * colours. Nights and bars are links. The tooltip of a focused or hovered link is fixed to the lower
 * edge of the window, because the scrolling box would cut it off anywhere else.
 */
export const chartCells = css`
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
`;
