import type { Row } from '../harness/row';
import { comparisonRows } from './comparisons';
import { databaseRows } from './database';
import { deliveryRows } from './deliveries';
import { readRows } from './reads';
import { scaleRows } from './scale';
import { traceRows } from './traces';
import { firstStartRows, restartRows } from './starts';
import { writeRows } from './writes';

/** All benchmarks, in the order in which they run. Those that only read come first, because the others add bookings. */
export const rows: Row[] = [
  ...firstStartRows,
  ...readRows,
  ...comparisonRows,
  ...writeRows,
  ...deliveryRows,
  ...databaseRows,
  ...restartRows,
  ...scaleRows,
  ...traceRows,
];
