import type { ChartRange } from './domain/chart-range';

export const CALENDAR_PATH = '/portal/calendar';

/** What a page of the chart shows. */
export interface ChartView {
  range: ChartRange;
  /** The text to find in the names of properties. Empty for all properties. */
  text: string;
  /** How many properties are on the previous pages. */
  offset: number;
  /** The night that was chosen. */
  chosen?: { propertyId: number; date: string };
}

/** Returns the URL of a page of the chart. */
export function chartAddress({ range, text, offset, chosen }: ChartView): string {
  const query = new URLSearchParams({ from: range.from, days: String(range.days) });
  if (text !== '') query.set('name', text);
  if (offset > 0) query.set('offset', String(offset));
  if (!chosen) return `${CALENDAR_PATH}?${query.toString()}`;
  query.set('property', String(chosen.propertyId));
  query.set('date', chosen.date);
  return `${CALENDAR_PATH}?${query.toString()}#night`;
}
