import { css } from './css';

/** Styles of long texts, such as the help pages. */
export const manual = css`
  .manual {
    padding: var(--s5) var(--s6);
  }
  .manual > * + * {
    margin-top: var(--s4);
  }
  .manual > h2 {
    margin-top: var(--s7);
  }
  .manual > h2:first-child {
    margin-top: 0;
  }
  .manual > h3 {
    margin-top: var(--s6);
  }
  .manual > h2 + *,
  .manual > h3 + * {
    margin-top: var(--s3);
  }
  .manual > p,
  .manual > ul,
  .manual > ol {
    max-width: 46rem;
  }
  .manual li + li {
    margin-top: var(--s2);
  }
  .manual li > * + * {
    margin-top: var(--s2);
  }
  .manual :not(pre) > code {
    padding: 0.08em 0.3em;
    border-radius: 4px;
    background: var(--sunken);
  }
  .manual a > code {
    color: inherit;
  }
  .manual .code-block pre {
    max-height: none;
    white-space: pre;
    overflow-wrap: normal;
  }
  .manual .table-box {
    border: 1px solid var(--line);
    border-radius: var(--round);
  }
  .manual blockquote {
    margin-inline: 0;
    padding: var(--s3) var(--s4);
    border-left: 4px solid var(--info);
    background: var(--info-soft);
  }
  .contents ul {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s1) var(--s4);
    padding: 0;
    list-style: none;
    font-size: var(--text-small);
  }
  .search {
    margin-top: var(--s4);
  }
  .hits {
    padding: 0;
    list-style: none;
  }
  .hits > li {
    padding: var(--s4) var(--s5);
  }
  .hits > li + li {
    margin-top: var(--s3);
  }
  .hits a {
    font-weight: 600;
  }
  .hits p {
    margin-top: var(--s1);
    color: var(--soft);
    font-size: var(--text-small);
    overflow-wrap: anywhere;
  }
  @media (min-width: 44.01rem) {
    .manual th,
    .manual td {
      padding: var(--s2) var(--s3);
      overflow-wrap: break-word;
    }
    .manual td.lead {
      min-width: 6.5rem;
      font-weight: 400;
    }
    .manual td:first-child code {
      white-space: nowrap;
    }
    .manual th:first-child,
    .manual td:first-child {
      padding-left: var(--s4);
    }
  }
  @media (max-width: 56rem) {
    .bar .search {
      margin: 0;
      padding: var(--s3) var(--s4) 0;
    }
    .manual {
      padding: var(--s4);
    }
  }
  @media (max-width: 44rem) {
    .manual td.lead {
      font-weight: 600;
    }
    .manual td:not(.lead):has(> div:empty) {
      display: none;
    }
  }
`;
