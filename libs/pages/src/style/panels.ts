import { css } from './css';

/**
 * Styles of the sections of a page: panels with a head and a body, and tiles that link to other
 * pages.
 */
export const panels = css`
  .panel {
    border: 1px solid var(--line);
    border-radius: var(--round-large);
    background: var(--paper);
  }
  .panel-head {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s2) var(--s4);
    align-items: flex-start;
    justify-content: space-between;
    padding: var(--s4) var(--s5);
    border-bottom: 1px solid var(--line);
  }
  .panel-head > div {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .panel-head p {
    max-width: 40rem;
    margin-top: var(--s1);
    color: var(--soft);
    font-size: var(--text-small);
  }
  .panel-body {
    padding: var(--s5);
  }
  .panel-body > * + * {
    margin-top: var(--s4);
  }
  .panel-body > form + .stack {
    margin-top: var(--s6);
  }
  .panel > .panel-body + .panel-body {
    border-top: 1px solid var(--line);
  }
  .tiles {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(16rem, 100%), 1fr));
    gap: var(--s4);
    padding: 0;
    list-style: none;
  }
  .tile {
    position: relative;
    height: 100%;
    padding: var(--s4) var(--s5);
    border: 1px solid var(--line);
    border-radius: var(--round-large);
    background: var(--paper);
  }
  .tile:hover {
    border-color: var(--control);
  }
  .tile a {
    color: var(--ink);
    font-weight: 600;
    text-decoration: none;
  }
  .tile a::after {
    position: absolute;
    inset: 0;
    border-radius: inherit;
    content: '';
  }
  .tile p {
    margin-top: var(--s1);
    color: var(--soft);
    font-size: var(--text-small);
  }
  @media (max-width: 56rem) {
    .panel-head,
    .panel-body {
      padding-inline: var(--s4);
    }
  }
`;
