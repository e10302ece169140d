import { css } from './css';

/** Styles of badges, notices, facts, code and empty states. */
export const parts = css`
  .badge {
    display: inline-block;
    padding: 0.05rem var(--s2);
    border: 1px solid var(--line);
    border-radius: 99px;
    background: var(--sunken);
    color: var(--soft);
    font-size: var(--text-small);
    font-weight: 500;
    white-space: nowrap;
  }
  .badge + .badge {
    margin-inline-start: var(--s1);
  }
  .badges > .badge,
  .actions > .badge {
    margin-inline-start: 0;
  }
  .badge.ok {
    border-color: var(--ok-line);
    background: var(--ok-soft);
    color: var(--ok);
  }
  .badge.warn {
    border-color: var(--warn-line);
    background: var(--warn-soft);
    color: var(--warn);
  }
  .badge.danger {
    border-color: var(--danger-line);
    background: var(--danger-soft);
    color: var(--danger);
  }
  .badge.info {
    border-color: var(--info-line);
    background: var(--info-soft);
    color: var(--info);
  }
  .notice {
    padding: var(--s3) var(--s4);
    border: 1px solid var(--info-line);
    border-left-width: 4px;
    border-radius: var(--round);
    background: var(--info-soft);
    overflow-wrap: anywhere;
  }
  .notice.ok {
    border-color: var(--ok-line);
    border-left-color: var(--ok);
    background: var(--ok-soft);
  }
  .notice.warn {
    border-color: var(--warn-line);
    border-left-color: var(--warn);
    background: var(--warn-soft);
  }
  .notice.danger {
    border-color: var(--danger-line);
    border-left-color: var(--danger);
    background: var(--danger-soft);
  }
  .notice.info {
    border-left-color: var(--info);
  }
  .notice strong {
    display: block;
    font-weight: 600;
  }
  .notice > * + * {
    margin-top: var(--s2);
  }
  .facts {
    display: grid;
    grid-template-columns: minmax(8rem, 14rem) minmax(0, 1fr);
    gap: var(--s3) var(--s5);
  }
  .card .facts:not(.columns) {
    grid-template-columns: minmax(6rem, 8rem) minmax(0, 1fr);
  }
  .facts > div {
    display: contents;
  }
  .facts.columns {
    grid-template-columns: repeat(auto-fit, minmax(min(9rem, 100%), 1fr));
  }
  .facts.columns > div {
    display: block;
  }
  .facts dt {
    color: var(--soft);
  }
  .facts.columns dt {
    font-size: var(--text-small);
  }
  .facts.columns dd {
    font-weight: 600;
  }
  .facts dd {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .facts dd small {
    display: block;
    color: var(--soft);
    font-weight: 400;
  }
  @media (max-width: 34rem) {
    .facts:not(.columns),
    .card .facts:not(.columns) {
      grid-template-columns: minmax(0, 1fr);
      gap: 0;
    }
    .facts:not(.columns) dd {
      margin-bottom: var(--s3);
    }
    .facts.columns {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
  }
  .code-block {
    position: relative;
    display: flex;
    gap: var(--s3);
    align-items: flex-start;
    padding: var(--s3) var(--s3) var(--s3) var(--s4);
    border: 1px solid var(--line);
    border-radius: var(--round);
    background: var(--sunken);
  }
  .code-block pre {
    flex: 1;
    min-width: 0;
    max-height: 28rem;
    margin: 0;
    padding: 0.2rem 0;
    overflow: auto;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  @media (max-width: 34rem) {
    .code-block {
      flex-direction: column-reverse;
      align-items: stretch;
    }
    .code-block pre {
      flex: none;
    }
    .code-block .button {
      align-self: flex-end;
    }
  }
  .empty {
    padding: var(--s7) var(--s5);
    text-align: center;
  }
  .empty p {
    max-width: 30rem;
    margin: var(--s2) auto 0;
    color: var(--soft);
  }
  .empty .actions {
    margin-top: var(--s4);
    justify-content: center;
  }
  .prose > * + * {
    margin-top: var(--s3);
  }
  .prose {
    max-width: 42rem;
  }
`;
