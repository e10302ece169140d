import { css } from './css';

/**
 * Styles of the frame of pages: navigation at the side on a desktop, and in a menu above the page
 * on a phone.
 */
export const layout = css`
  .brand {
    display: inline-flex;
    align-items: center;
    gap: var(--s2);
    color: var(--ink);
    font-size: var(--text-large);
    font-weight: 650;
    letter-spacing: -0.01em;
    text-decoration: none;
  }
  .brand svg {
    width: 1.5rem;
    height: 1.5rem;
    color: var(--accent);
  }
  .frame {
    display: grid;
    grid-template-columns: 15.5rem minmax(0, 1fr);
    min-height: 100vh;
  }
  .side {
    position: sticky;
    top: 0;
    display: flex;
    flex-direction: column;
    height: 100vh;
    padding: var(--s5) var(--s4);
    border-right: 1px solid var(--line);
    background: var(--paper);
    overflow-y: auto;
  }
  .side .brand {
    padding: 0 var(--s3);
  }
  .side nav {
    flex: 1;
    margin: var(--s4) 0;
  }
  .bar {
    display: none;
  }
  .nav-title {
    padding: 0 var(--s3);
    margin: var(--s4) 0 var(--s1);
    color: var(--soft);
    font-size: var(--text-small);
    font-weight: 500;
  }
  .nav-list {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .nav-list a {
    display: block;
    padding: 0.3rem var(--s3);
    border-radius: var(--round);
    color: var(--ink);
    text-decoration: none;
  }
  .nav-list a:hover {
    background: var(--sunken);
  }
  .nav-list a[aria-current='page'] {
    background: var(--accent-soft);
    color: var(--accent-strong);
    font-weight: 600;
  }
  .who {
    padding: var(--s4) var(--s3) 0;
    border-top: 1px solid var(--line);
    font-size: var(--text-small);
    overflow-wrap: anywhere;
  }
  .who strong,
  .who > .soft {
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
  .who strong {
    font-size: var(--text);
    font-weight: 600;
  }
  .who form {
    margin-top: var(--s2);
  }
  main {
    display: block;
    min-width: 0;
  }
  main:focus {
    outline: none;
  }
  .page {
    max-width: 68rem;
    padding: var(--s6) var(--s7) var(--s8);
  }
  .page > * + * {
    margin-top: var(--s5);
  }
  .page-head {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s3) var(--s5);
    align-items: flex-start;
    justify-content: space-between;
  }
  .page-head > div:first-child {
    flex: 1 1 20rem;
    min-width: 0;
  }
  .page-head p {
    max-width: 42rem;
    margin-top: var(--s1);
    color: var(--soft);
  }
  .trail {
    margin-bottom: var(--s2);
    font-size: var(--text-small);
  }
  .trail a {
    text-decoration: none;
  }
  .trail a:hover {
    text-decoration: underline;
  }
  @media (max-width: 56rem) {
    .frame {
      display: block;
    }
    .side {
      display: none;
    }
    .bar {
      display: block;
      border-bottom: 1px solid var(--line);
      background: var(--paper);
    }
    .bar summary {
      display: flex;
      align-items: center;
      justify-content: space-between;
      padding: var(--s3) var(--s4);
      cursor: pointer;
      list-style: none;
    }
    .bar summary::-webkit-details-marker {
      display: none;
    }
    .menu-word {
      padding: var(--s1) var(--s3);
      border: 1px solid var(--control);
      border-radius: var(--round);
      font-weight: 500;
    }
    .bar[open] .menu-word {
      background: var(--sunken);
    }
    .bar nav,
    .bar .who {
      padding: var(--s2) var(--s2) var(--s4);
    }
    .bar .who {
      margin: 0 var(--s3);
      padding: var(--s4) 0;
    }
    .bar .nav-title {
      margin-top: var(--s5);
    }
    .bar .nav-list a {
      padding: var(--s3);
    }
    .page {
      padding: var(--s5) var(--s4) var(--s7);
    }
  }
`;
