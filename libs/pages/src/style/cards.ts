import { css } from './css';

/** Styles of pages without navigation, which show one centred card. */
export const cards = css`
  .alone {
    display: grid;
    min-height: 100vh;
    padding: var(--s7) var(--s4);
    align-content: start;
    justify-items: center;
    gap: var(--s5);
  }
  .card {
    width: 100%;
    max-width: 27rem;
    border: 1px solid var(--line);
    border-radius: var(--round-large);
    background: var(--paper);
    box-shadow: var(--shadow);
    overflow: hidden;
  }
  .card.wide {
    max-width: 42rem;
  }
  .card > section,
  .card > header {
    padding: var(--s5);
  }
  .card > * + section {
    border-top: 1px solid var(--line);
  }
  .card > header + section.joined {
    border-top: 0;
    padding-top: 0;
  }
  .card > header p {
    margin-top: var(--s2);
    color: var(--soft);
  }
  .below {
    max-width: 27rem;
    color: var(--soft);
    font-size: var(--text-small);
    text-align: center;
  }
  @media (min-width: 40rem) {
    .alone {
      padding-top: var(--s8);
    }
    .card > section,
    .card > header {
      padding: var(--s5) var(--s6);
    }
  }
`;
