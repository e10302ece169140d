import { css } from './css';

/** Styles of forms and buttons. Controls are 2.5rem high, so that they are easy to touch. */
export const forms = css`
  .form > * + *,
  .field-group > * + * {
    margin-top: var(--s4);
  }
  .form > [type='hidden'] + :not([type='hidden']) {
    margin-top: 0;
  }
  .form {
    max-width: 34rem;
  }
  .card .form {
    max-width: none;
  }
  .field > label,
  .field > .label,
  legend {
    display: block;
    padding: 0;
    margin-bottom: var(--s1);
    font-weight: 600;
  }
  .hint {
    margin: 0 0 var(--s2);
    color: var(--soft);
    font-size: var(--text-small);
  }
  input:not([type='checkbox'], [type='radio'], [type='hidden']),
  select,
  textarea {
    display: block;
    width: 100%;
    min-height: 2.5rem;
    padding: 0.45rem var(--s3);
    border: 1px solid var(--control);
    border-radius: var(--round);
    background: var(--paper);
    color: inherit;
    font: inherit;
  }
  textarea {
    min-height: 5.5rem;
    resize: vertical;
  }
  input:hover,
  select:hover,
  textarea:hover {
    border-color: var(--soft);
  }
  input:focus-visible,
  select:focus-visible,
  textarea:focus-visible {
    border-color: var(--accent);
    outline-offset: 0;
  }
  [aria-invalid='true'] {
    border-color: var(--danger) !important;
  }
  .error {
    margin-top: var(--s1);
    color: var(--danger);
    font-size: var(--text-small);
    font-weight: 500;
  }
  .check {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 0 var(--s3);
    align-items: start;
  }
  .check input {
    width: 1.125rem;
    height: 1.125rem;
    margin: 0.2rem 0 0;
    accent-color: var(--accent);
  }
  .check label {
    font-weight: 500;
  }
  .check .hint {
    grid-column: 2;
    margin: 0;
  }
  fieldset .check + .check {
    margin-top: var(--s3);
  }
  .pair {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(12rem, 100%), 1fr));
    gap: var(--s4);
  }
  .pair > * {
    margin-top: 0;
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s3);
    align-items: center;
  }
  .form > .actions {
    margin-top: var(--s5);
  }
  .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    min-height: 2.5rem;
    padding: 0.4rem var(--s4);
    border: 1px solid transparent;
    border-radius: var(--round);
    background: var(--accent);
    color: var(--on-accent);
    font: inherit;
    font-weight: 600;
    text-align: center;
    text-decoration: none;
    cursor: pointer;
  }
  .button:hover {
    background: var(--accent-strong);
    color: var(--on-accent);
  }
  .button.quiet {
    border-color: var(--control);
    background: var(--paper);
    color: var(--ink);
  }
  .button.quiet:hover {
    background: var(--sunken);
  }
  .button.danger {
    border-color: var(--danger);
    background: var(--paper);
    color: var(--danger);
  }
  .button.danger:hover {
    background: var(--danger-soft);
  }
  .button.small {
    min-height: 2rem;
    padding: 0.15rem var(--s3);
    font-size: var(--text-small);
  }
  .button.full {
    width: 100%;
  }
  .link-button {
    padding: 0;
    border: 0;
    background: none;
    color: var(--accent);
    font: inherit;
    text-decoration: underline;
    text-decoration-thickness: 1px;
    text-underline-offset: 0.18em;
    cursor: pointer;
  }
  .link-button:hover {
    color: var(--accent-strong);
  }
  .filters {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s3);
    align-items: flex-end;
  }
  .filters .field {
    flex: 1 1 9rem;
    max-width: 16rem;
    margin: 0;
  }
  .filters input,
  .filters select,
  .filters .button {
    height: 2.625rem;
  }
  .filters .check {
    min-height: 2.5rem;
    align-items: center;
  }
  .filters .check input {
    margin: 0;
  }
  .filters .field > label {
    font-size: var(--text-small);
  }
  @media (max-width: 44rem) {
    .filters .field {
      max-width: none;
    }
  }
`;
