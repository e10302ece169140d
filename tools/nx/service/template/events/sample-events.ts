import { eventType } from '@keyhaven/contracts/events/event-type';
import { widget } from '../contracts/widget';

/** What the sample service publishes. */
export const sampleEvents = {
  widget: eventType({ summary: 'Widgets.', entity: widget }),
};
