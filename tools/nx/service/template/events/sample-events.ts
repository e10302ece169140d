import { eventType } from '@keyhaven/contracts/events/event-type';
import { widget } from '../contracts/widget';

/** The events that the sample service publishes. */
export const sampleEvents = {
  widget: eventType({ summary: 'Widgets.', entity: widget }),
};
