import { css } from './css';

/** Styles of elements without classes. */
export const base = css`
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  html {
    -webkit-text-size-adjust: 100%;
    text-size-adjust: 100%;
    scroll-padding-top: var(--s7);
  }
  body {
    margin: 0;
    background: var(--ground);
    color: var(--ink);
    font: 400 var(--text) / 1.55 var(--sans);
    overflow-wrap: break-word;
  }
  h1,
  h2,
  h3 {
    margin: 0;
    font-weight: 650;
    line-height: 1.25;
    letter-spacing: -0.01em;
    overflow-wrap: anywhere;
    text-wrap: balance;
  }
  h1 {
    font-size: var(--title);
  }
  h2 {
    font-size: var(--text-large);
  }
  h3 {
    font-size: var(--text);
  }
  p,
  ul,
  ol,
  dl,
  dd,
  figure,
  fieldset {
    margin: 0;
    padding: 0;
    border: 0;
  }
  ul,
  ol {
    padding-left: 1.2em;
  }
  a {
    color: var(--accent);
    text-underline-offset: 0.18em;
    text-decoration-thickness: 1px;
  }
  a:hover {
    color: var(--accent-strong);
  }
  small {
    font-size: var(--text-small);
  }
  code,
  pre,
  .code {
    font-family: var(--mono);
    font-size: 0.92em;
  }
  :focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
  [hidden] {
    display: none !important;
  }
  .soft {
    color: var(--soft);
  }
  .number {
    font-variant-numeric: tabular-nums;
  }
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  /* Text that wraps only if it is wider than a line, such as a date with hyphens. */
  .whole {
    display: inline-block;
  }
  .skip {
    position: fixed;
    inset: var(--s2) auto auto var(--s2);
    z-index: 20;
    padding: var(--s2) var(--s4);
    border-radius: var(--round);
    background: var(--accent);
    color: var(--on-accent);
    clip-path: inset(50%);
  }
  .skip:focus {
    color: var(--on-accent);
    clip-path: none;
  }
  .stack > * + * {
    margin-top: var(--s4);
  }
  .stack-large > * + * {
    margin-top: var(--s5);
  }
  @media (prefers-reduced-motion: no-preference) {
    a,
    .button,
    input,
    select,
    textarea {
      transition:
        background-color 120ms,
        border-color 120ms,
        color 120ms;
    }
  }
`;
