import { createHash } from 'node:crypto';
import { base } from './base';
import { bills } from './bills';
import { cards } from './cards';
import { chart } from './chart';
import { chartCells } from './chart-cells';
import { chartNotes } from './chart-notes';
import { forms } from './forms';
import { layout } from './layout';
import { manual } from './manual';
import { panels } from './panels';
import { parts } from './parts';
import { tables } from './tables';
import { timeline } from './timeline';
import { tokens } from './tokens';

/** All rules. Later ones override earlier ones. */
const rules = [
  ...[tokens, base, layout, panels, cards, forms, tables, parts, manual, bills, timeline],
  ...[chart, chartCells, chartNotes],
];

/**
 * The style sheet of all pages. Line breaks are kept, so that the browser's developer tools can
 * show where a rule is.
 */
export const styleSheet = rules
  .join('')
  .replace(/\n +/g, '\n')
  .replace(/\n{2,}/g, '\n');

/**
 * The source expression of the style sheet, for the Content-Security-Policy of a page that contains
 * the style sheet.
 */
export const styleSource = `'sha256-${createHash('sha256').update(styleSheet).digest('base64')}'`;
