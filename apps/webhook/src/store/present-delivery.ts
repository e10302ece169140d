import { formatInstant } from '@keyhaven/contracts/shared/instants';
import type { Delivery, DeliveryDetails } from '@keyhaven/contracts/webhook/delivery';
import type { DeliveryBody } from './delivery.model';

/** Converts a delivery to the form in which lists return it. */
export function presentDelivery(body: DeliveryBody): Delivery {
  return {
    id: body._id,
    subscription_id: body.subscription_id,
    event_id: body.event_id,
    action: body.action,
    entity_type: body.entity_type,
    entity_id: body.entity_id,
    status: body.status,
    attempt_count: body.attempt_count,
    occurred_utc: formatInstant(body.occurred_utc),
    next_attempt_utc: body.status === 'pending' ? formatInstant(body.next_utc) : null,
    delivered_utc: body.delivered_utc && formatInstant(body.delivered_utc),
  };
}

/** Converts a delivery to the form of a single record, which also contains its latest attempts. */
export function presentDeliveryDetails(body: DeliveryBody): DeliveryDetails {
  return {
    ...presentDelivery(body),
    attempts: body.attempts.map(({ attempted_utc, ...rest }) => ({
      attempted_utc: formatInstant(attempted_utc),
      ...rest,
    })),
    last_response: body.last_response,
  };
}
