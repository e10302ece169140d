import { css } from './css';

/** Styles of the legend of the availability chart, and of the panel about the selected night. */
export const chartNotes = css`
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
`;
