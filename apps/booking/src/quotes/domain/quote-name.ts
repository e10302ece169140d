/**
 * The name of a quote in lists: the property and the dates, such as "The Garden Room, 2–9 July 2027". Contains the
 * month and the year of the arrival only if they differ from those of the departure.
 */
export function quoteName(property: string, { arrival, departure }: { arrival: string; departure: string }): string {
  const [from, to] = [partsOf(arrival), partsOf(departure)];
  const end = `${to.day} ${to.month} ${to.year}`;
  if (from.year !== to.year) return `${property}, ${from.day} ${from.month} ${from.year} – ${end}`;
  if (from.month !== to.month) return `${property}, ${from.day} ${from.month} – ${end}`;
  return `${property}, ${from.day}–${end}`;
}

// Created only once, because creating this format takes longer than formatting a whole page of quotes.
const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' });

function partsOf(date: string): { day: number; month: string; year: number } {
  const instant = new Date(`${date}T00:00:00Z`);
  return { day: instant.getUTCDate(), month: monthName.format(instant), year: instant.getUTCFullYear() };
}
