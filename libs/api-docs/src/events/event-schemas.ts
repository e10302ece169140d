import { type EventType } from '@keyhaven/contracts/events/event-type';
import { eventTypes, isPublicType } from '@keyhaven/contracts/events/event-types';
import { webhookPayload } from '@keyhaven/contracts/webhook/delivery';
import { id } from '@keyhaven/contracts/shared/inputs';
import { noticeActions, subscription } from '@keyhaven/contracts/webhook/subscription';
import { changeEvent, RESYNC_END } from '@keyhaven/events/change-event';
import { deadLetterSchema } from '@keyhaven/events/kafka/dead-letter';
import { z } from 'zod';
import { type JsonSchema, toJsonSchema } from './to-json-schema';

/** An event type with its name and the service that publishes it. */
export interface NamedEventType extends EventType {
  name: string;
  service: string;
}

/** All event types, ordered by service. */
export const namedEventTypes: NamedEventType[] = Object.entries(eventTypes).flatMap(([service, types]) =>
  Object.entries(types).map(([name, type]) => ({ ...type, name, service })),
);

/** Converts `thread_message` to `ThreadMessage`. */
export function pascalCase(name: string): string {
  return name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The actions that an event of this type can have. */
function actionsOf({ isNotice, isDeletable }: EventType): string[] {
  if (isNotice) return ['entity_update'];
  return ['entity_create', 'entity_update', ...(isDeletable ? ['entity_delete'] : [])];
}

/**
 * The envelope fields whose values depend on the event type. They are the same on the bus and in
 * webhooks.
 */
function narrowed(type: NamedEventType) {
  return {
    action: z.enum(actionsOf(type)).describe(changeEvent.shape.action.description ?? ''),
    entity_type: z.literal(type.name).describe('The type of the record.'),
    categories: z.array(z.enum([...type.categories, 'other'])).describe(changeEvent.shape.categories.description ?? ''),
    entity: type.entity,
  };
}

/** The schema of an event on the bus. */
function eventOf(type: NamedEventType): z.ZodObject {
  return changeEvent
    .extend({ ...narrowed(type), private: type.private.describe(changeEvent.shape.private.description ?? '') })
    .describe(`An event of the type \`${type.name}\`. ${type.summary}`);
}

/** The schema of an event in webhooks and in the event log. */
function publicEventOf(type: NamedEventType): z.ZodObject {
  return webhookPayload.extend(narrowed(type)).describe(`A webhook of the type \`${type.name}\`. ${type.summary}`);
}

/** The schemas of notices, which webhooks deliver but the event log does not contain. */
const noticeOf = {
  webhook_test: webhookPayload
    .extend({
      action: z.literal('webhook_test'),
      entity_type: z.literal('webhook_subscription'),
      categories: z.array(z.string()).max(0),
      entity: subscription,
    })
    .describe('A test of a subscription, which somebody requested.'),
  application_authorization_revoked: webhookPayload
    .extend({
      action: z.literal('application_authorization_revoked'),
      entity_type: z.literal('user'),
      categories: z.array(z.string()).max(0),
      entity: z.object({ id }),
    })
    .describe('The account `user_id` revoked the authorization of the app. It is the last webhook for this account.'),
} as const satisfies Record<(typeof noticeActions)[number], z.ZodObject>;

/** The schema of the event that ends the resync of one type. */
const endMark = changeEvent
  .extend({
    action: z.literal(RESYNC_END),
    entity_id: z.literal(0),
    version: z.literal(0),
    is_resync: z.literal(true),
    entity: z.object({}),
    private: z.object({}),
  })
  .required({ resync_epoch: true })
  .describe('Ends a resync of the records of one type. It follows all events of that type.');

/**
 * The JSON Schemas of all events and of dead letters, by file name in docs/asyncapi/schemas, without `.json`.
 * @param isClosed whether unknown fields are invalid. Tests set it to find fields that no schema
 *   describes. The published files allow unknown fields, because later versions may add some.
 */
export function eventSchemas({ isClosed = false } = {}): Record<string, JsonSchema> {
  const of = (title: string, schema: z.ZodType) => toJsonSchema(schema, { title, isClosed });
  return {
    ...Object.fromEntries(
      namedEventTypes.map((type) => [type.name, of(`${pascalCase(type.name)}Event`, eventOf(type))]),
    ),
    resync_end: of('ResyncEnd', endMark),
    dead_letter: of('DeadLetter', deadLetterSchema),
    ...publicEventSchemas({ isClosed }),
  };
}

/** The JSON Schemas of the events that webhooks and the event log deliver, by file name. */
export function publicEventSchemas({ isClosed = false } = {}): Record<string, JsonSchema> {
  const types = namedEventTypes.filter(({ name }) => isPublicType(name));
  const schemas = types.map((type) => {
    const title = `${pascalCase(type.name)}Webhook`;
    return [`webhooks/${type.name}`, toJsonSchema(publicEventOf(type), { title, isClosed })] as const;
  });
  const notices = noticeActions.map((action) => {
    const title = `${pascalCase(action)}Webhook`;
    return [`webhooks/${action}`, toJsonSchema(noticeOf[action], { title, isClosed })] as const;
  });
  return Object.fromEntries([...schemas, ...notices]);
}
