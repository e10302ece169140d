import { css } from './css';

/** Styles of chronological lists: the messages of a thread, and the history of a record. */
export const timeline = css`
  .messages {
    display: grid;
    gap: var(--s3);
    padding: 0;
    list-style: none;
  }
  .message {
    max-width: 42rem;
    padding: var(--s3) var(--s4);
    border: 1px solid var(--line);
    border-radius: var(--round-large);
    background: var(--sunken);
    justify-self: start;
  }
  .message.own {
    margin-left: var(--s7);
    border-color: var(--ok-line);
    background: var(--accent-soft);
    justify-self: end;
  }
  .message-head {
    font-size: var(--text-small);
  }
  .message-body {
    white-space: pre-line;
    overflow-wrap: anywhere;
  }
  .timeline {
    padding: 0;
    list-style: none;
  }
  .timeline > li {
    position: relative;
    padding: 0 0 var(--s4) var(--s5);
    border-inline-start: 2px solid var(--line);
    margin-inline-start: var(--s2);
    overflow-wrap: anywhere;
  }
  .timeline > li:last-child {
    padding-bottom: 0;
  }
  .timeline > li::before {
    position: absolute;
    top: 0.4em;
    left: calc(-1px - var(--s1) - 1px);
    width: calc(2 * var(--s1) + 2px);
    height: calc(2 * var(--s1) + 2px);
    border-radius: 50%;
    background: var(--accent);
    content: '';
  }
  .timeline p {
    margin: 0;
  }
  .timeline ul {
    margin: var(--s1) 0 0;
    padding-inline-start: var(--s4);
    color: var(--soft);
    font-size: var(--text-small);
  }
`;
