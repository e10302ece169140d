import type { booking } from '@keyhaven/contracts/booking/booking';
import type { guest } from '@keyhaven/contracts/booking/guest';
import type { owner } from '@keyhaven/contracts/booking/owner';
import type { property } from '@keyhaven/contracts/booking/property';
import type { quote } from '@keyhaven/contracts/booking/quote';
import type { discount, surcharge } from '@keyhaven/contracts/fees/definition';
import type { loggedRequest } from '@keyhaven/contracts/identity/request-log';
import type { message } from '@keyhaven/contracts/messaging/message';
import type { calendarChange } from '@keyhaven/contracts/pricing/calendar-change';
import type { ErrorCode as ContractErrorCode } from '@keyhaven/contracts/shared/errors';
import type { eventTypes } from '@keyhaven/contracts/webhook/event';
import type { subscriptionTypes } from '@keyhaven/contracts/webhook/categories';
import type { z } from 'zod';

export type Booking = z.output<typeof booking>;
export type Guest = z.output<typeof guest>;
export type Owner = z.output<typeof owner>;
export type Property = z.output<typeof property>;
export type Quote = z.output<typeof quote>;
export type Surcharge = z.output<typeof surcharge>;
export type Discount = z.output<typeof discount>;
export type Message = z.output<typeof message>;
export type CalendarChange = z.output<typeof calendarChange>;
export type LoggedRequest = z.output<typeof loggedRequest>;

/** The error codes, which error responses contain in `status`. */
export type ErrorCode = ContractErrorCode;

/** The event types, for subscriptions and for the event log. */
export type EventType = (typeof eventTypes)[number];

interface Records {
  booking: Booking;
  guest: Guest;
  property: Property;
  owner: Owner;
  message: Message;
  inquiry: Record<string, unknown>;
  quote: Quote;
  calendar: CalendarChange;
  surcharge: Surcharge;
  discount: Discount;
}

/** The types of `entity_type` and `entity` for each event type. */
export type EventContents = {
  [Type in EventType]: { entity_type: (typeof subscriptionTypes)[Type]['entityType']; entity: Records[Type] };
};
