import { createHash } from 'node:crypto';
import { base } from './base';
import { bills } from './bills';
import { chart } from './chart';
import { forms } from './forms';
import { layout } from './layout';
import { manual } from './manual';
import { parts } from './parts';
import { tables } from './tables';
import { timeline } from './timeline';
import { tokens } from './tokens';

/** The one style sheet of all pages. Line breaks stay, so that a browser's tools show where a rule is. */
export const styleSheet = [tokens, base, layout, forms, tables, parts, manual, bills, timeline, chart]
  .join('')
  .replace(/\n +/g, '\n')
  .replace(/\n{2,}/g, '\n');

/** The source expression for the Content-Security-Policy of a page that contains the style sheet. */
export const styleSource = `'sha256-${createHash('sha256').update(styleSheet).digest('base64')}'`;
