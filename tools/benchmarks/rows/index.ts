import type { Row } from '../harness/row';
import { comparisonRows } from './comparisons';
import { databaseRows } from './database';
import { deliveryRows } from './deliveries';
import { readRows } from './reads';
import { firstStartRows, restartRows } from './starts';
import { writeRows } from './writes';

/** All rows, in the order in which they run: those that read come before those that write, which add bookings. */
export const rows: Row[] = [
  ...firstStartRows,
  ...readRows,
  ...comparisonRows,
  ...writeRows,
  ...deliveryRows,
  ...databaseRows,
  ...restartRows,
];
