import type { CalendarDirectory } from './calendar-directory';
import type { CalendarBody } from './calendar.model';

/**
 * Notifies CalendarDirectory of every calendar that this process writes. If the calendar has pending changes, also
 * notifies the worker that publishes them.
 */
export class WrittenCalendars {
  private publish: (calendar: CalendarBody) => void = () => {};

  constructor(private readonly directory: CalendarDirectory) {}

  /** Sets the listener for written calendars with pending changes. */
  onPending(publish: (calendar: CalendarBody) => void): void {
    this.publish = publish;
  }

  note(calendar: CalendarBody): void {
    this.directory.note(calendar);
    if (calendar.pending) this.publish(calendar);
  }
}
