import { SHOWN_STAY, shownStayAfter } from '@keyhaven/demo-data/plan/shown-stay';
import type { SampleRunner } from '../examples/samples/sample-runners';
import type { Scenario } from '../examples/scenario';
import { readGuideCommands } from './guide-commands';

/**
 * Runs the commands of the guides exactly as printed, page by page. Several pages book the same nights, so the bookings
 * of a page are canceled before the next page. If the printed dates have passed, they are replaced by dates of a later
 * year, as the guides recommend.
 * @returns the commands that got a response other than 200, or no response.
 */
export async function runGuides(runner: SampleRunner, { prepare }: Pick<Scenario, 'prepare'>): Promise<string[]> {
  const { guides } = await readGuideCommands();
  const refused: string[] = [];
  const shown = shownStayAfter(new Date().toISOString().slice(0, 10));
  for (const { page, commands } of guides) {
    for (const { line, code } of commands) {
      const { statuses = [], text } = await runner.run(
        code.replaceAll(SHOWN_STAY.arrival, shown.arrival).replaceAll(SHOWN_STAY.departure, shown.departure),
      );
      const calls = code.match(/^curl /gm)?.length;
      if (statuses.length === calls && statuses.every((status) => status === 200)) continue;
      refused.push(`${page}:${line}: answered ${statuses.join()}: ${text.slice(0, 300)}`);
    }
    await cancelBookings(prepare, shown.arrival);
  }
  return refused;
}

/** Cancels the active bookings that the guides create: at the property with the id 1, with the given arrival. */
async function cancelBookings(prepare: Scenario['prepare'], arrival: string): Promise<void> {
  const { items } = await prepare('listBookings', { query: { from: arrival, property_ids: 1, status: 'active' } });
  for (const { id } of items.filter((booking) => booking.arrival === arrival)) {
    await prepare('updateBooking', { params: { id }, body: { status: 'canceled' } });
  }
}
