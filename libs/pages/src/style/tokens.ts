import { css } from './css';

/**
 * Design tokens: colours, spacing, radii and sizes. All other styles refer to them. In the light
 * and the dark scheme, text has a contrast of at least 4.5 to 1 on every background. The contrast of
 * the focus ring and of the borders of controls is at least 3 to 1.
 */
export const tokens = css`
  :root {
    color-scheme: light dark;
    --ground: #f5f7f6;
    --paper: #ffffff;
    --sunken: #eef2f0;
    --ink: #17211e;
    --soft: #54625d;
    --line: #dfe5e2;
    --control: #7c8a85;
    --accent: #14664f;
    --accent-strong: #0e4f3d;
    --accent-soft: #e4f1ec;
    --on-accent: #ffffff;
    --band: #14664f;
    --on-band: #ffffff;
    --danger: #a9271d;
    --danger-soft: #fcebe9;
    --danger-line: #ecb9b4;
    --warn: #7a4a00;
    --warn-soft: #fdf2df;
    --warn-line: #e9cd98;
    --info: #1c5791;
    --info-soft: #e8f1fb;
    --info-line: #b3d0ec;
    --ok: #14664f;
    --ok-soft: #e4f1ec;
    --ok-line: #acd4c5;
    --shadow: 0 1px 2px rgb(15 35 28 / 6%), 0 6px 24px rgb(15 35 28 / 5%);
    --s1: 0.25rem;
    --s2: 0.5rem;
    --s3: 0.75rem;
    --s4: 1rem;
    --s5: 1.5rem;
    --s6: 2rem;
    --s7: 3rem;
    --s8: 4rem;
    --round: 6px;
    --round-large: 12px;
    --text-small: 0.8125rem;
    --text: 0.9375rem;
    --text-large: 1.0625rem;
    --title: 1.5rem;
    --sans: system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif;
    --mono: ui-monospace, 'SF Mono', 'Cascadia Mono', 'Segoe UI Mono', Menlo, Consolas, monospace;
  }
  @media (prefers-color-scheme: dark) {
    :root {
      --ground: #0e1412;
      --paper: #161d1a;
      --sunken: #1d2622;
      --ink: #e6ece9;
      --soft: #a1afaa;
      --line: #2b3632;
      --control: #75847e;
      --accent: #62c9a8;
      --accent-strong: #86dabf;
      --accent-soft: #16312a;
      --on-accent: #06211a;
      --band: #17463a;
      --on-band: #eef6f3;
      --danger: #ff9c92;
      --danger-soft: #341a18;
      --danger-line: #6c332e;
      --warn: #f0c172;
      --warn-soft: #31240e;
      --warn-line: #63491c;
      --info: #92c3f2;
      --info-soft: #142536;
      --info-line: #2c4d6e;
      --ok: #62c9a8;
      --ok-soft: #16312a;
      --ok-line: #2a5a4c;
      --shadow: 0 1px 2px rgb(0 0 0 / 40%), 0 6px 24px rgb(0 0 0 / 25%);
    }
  }
`;
