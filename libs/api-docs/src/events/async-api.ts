import { dataServiceNames, services } from '@keyhaven/contracts/platform/services';
import { VERSION } from '@keyhaven/contracts/platform/version';
import { resyncTopic, SCHEMA_VERSION } from '@keyhaven/events/change-event';
import { EVENTS_KEPT_MS } from '@keyhaven/events/event-bus';
import { deadLetterTopic } from '@keyhaven/events/kafka/dead-letter';
import {
  DEAD_LETTER_PARTITIONS,
  MAX_DEAD_LETTER_BYTES,
  MAX_EVENT_BYTES,
  PARTITIONS,
} from '@keyhaven/events/kafka/topic-layout';
import { eventSchemas, type NamedEventType, namedEventTypes, pascalCase } from './event-schemas';
import type { JsonSchema } from './to-json-schema';

const DESCRIPTION = `The events that the services of Keyhaven publish on Kafka, for internal teams.

Each service has one topic. An event contains the full record after a change, and arrives at least once. Events of one
record arrive in the order of its versions. The events of a resync are on a topic of their own.

Fields are added without a new \`schema_version\`. Consumers ignore fields, values, actions and types that they do not
know. The object \`private\` is for services and internal teams: its fields must not be shown to customers.

How to consume them is described in docs/developers/consuming-events.md.`;

const schemaRef = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const messageRef = (name: string) => ({ $ref: `#/components/messages/${name}` });
const messageName = ({ name }: NamedEventType) => `${pascalCase(name)}Event`;

/** Builds the AsyncAPI document of all topics. */
export function asyncApiDocument(): JsonSchema {
  const topics = dataServiceNames.map((service) => ({ service, topic: services[service].topic }));
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Keyhaven events',
      version: VERSION,
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    defaultContentType: 'application/json',
    servers: {
      kafka: {
        host: 'kafka.example.com:9092',
        protocol: 'kafka',
        description: 'The cluster whose addresses are in `KAFKA_BROKERS`.',
      },
    },
    channels: Object.fromEntries([
      ...topics.flatMap(({ service, topic }) => [
        [topic, changeChannel(service, topic)],
        [resyncTopic(topic), resyncChannel(service, topic)],
      ]),
      ['deadLetters', deadLetterChannel(topics.flatMap(({ topic }) => [topic, resyncTopic(topic)]))],
    ]),
    operations: Object.fromEntries([
      ...topics.flatMap(({ service, topic }) => [
        [`publish${pascalCase(service)}Changes`, sends(topic, `The ${service} service publishes its changes.`)],
        [
          `publish${pascalCase(service)}Resync`,
          sends(
            resyncTopic(topic),
            `The ${service} service publishes its records again, after \`POST operator/resync\`.`,
          ),
        ],
      ]),
      ['storeDeadLetter', sends('deadLetters', 'A consumer stores an event that it can never handle.')],
    ]),
    components: { messages: messages(), schemas: componentSchemas() },
  };
}

function changeChannel(service: string, topic: string): object {
  const types = namedEventTypes.filter((type) => type.service === service);
  return {
    address: topic,
    title: `Changes of the ${service} service`,
    description: `Every change of a record, once or more. The key is \`entity_type:entity_id\`, so events of one record are in one partition, in the order of its versions.`,
    messages: Object.fromEntries(types.map((type) => [messageName(type), messageRef(messageName(type))])),
    bindings: kafkaTopic(topic, PARTITIONS, { 'retention.ms': EVENTS_KEPT_MS, 'max.message.bytes': MAX_EVENT_BYTES }),
  };
}

function resyncChannel(service: string, topic: string): object {
  const types = namedEventTypes.filter((type) => type.service === service && !type.isNotice);
  const address = resyncTopic(topic);
  return {
    address,
    title: `Resyncs of the ${service} service`,
    description: `All records, published again with \`is_resync\`, and an end mark for each type after its records. The key is \`entity_type\`, so a type is in one partition.`,
    messages: Object.fromEntries([...types.map(messageName), 'ResyncEnd'].map((name) => [name, messageRef(name)])),
    bindings: kafkaTopic(address, PARTITIONS, { 'retention.ms': EVENTS_KEPT_MS, 'max.message.bytes': MAX_EVENT_BYTES }),
  };
}

function deadLetterChannel(topics: string[]): object {
  return {
    address: deadLetterTopic('{topic}', '{group}'),
    title: 'Dead letters of a consumer group',
    description:
      'Events that a group of the platform can never handle. They are kept until `POST operator/dead_letters/redrive` lets the group handle them again.',
    parameters: {
      topic: { description: 'The topic of the original event.', enum: topics },
      group: { description: 'The consumer group, such as `pricing.occupancies`.' },
    },
    messages: { DeadLetter: messageRef('DeadLetter') },
    bindings: kafkaTopic(undefined, DEAD_LETTER_PARTITIONS, {
      'retention.ms': -1,
      'max.message.bytes': MAX_DEAD_LETTER_BYTES,
    }),
  };
}

function kafkaTopic(topic: string | undefined, partitions: number, topicConfiguration: object): object {
  return { kafka: { ...(topic && { topic }), partitions, topicConfiguration, bindingVersion: '0.5.0' } };
}

function sends(channel: string, summary: string): object {
  return { action: 'send', channel: { $ref: `#/channels/${channel}` }, summary };
}

function messages(): Record<string, object> {
  const key = (description: string, ...examples: string[]) => ({
    kafka: { key: { type: 'string', description, examples }, bindingVersion: '0.5.0' },
  });
  const common = { contentType: 'application/json' };
  const ofTypes = namedEventTypes.map((type) => [
    messageName(type),
    {
      ...common,
      name: type.name,
      title: `Event of the type ${type.name}`,
      summary: type.summary,
      headers: schemaRef('TraceHeaders'),
      payload: schemaRef(messageName(type)),
      bindings: key(
        '`entity_type:entity_id`; in a resync `entity_type`.',
        ...[`${type.name}:4711`, ...(type.isNotice ? [] : [type.name])],
      ),
      'x-schema-version': SCHEMA_VERSION,
      'x-private-fields': Object.keys(type.private.shape),
    },
  ]);
  return {
    ...(Object.fromEntries(ofTypes) as Record<string, object>),
    ResyncEnd: {
      ...common,
      name: 'resync_end',
      title: 'End of a resync',
      summary: 'Ends a resync of the records of one type.',
      payload: schemaRef('ResyncEnd'),
      bindings: key('The entity type that ended.', 'booking'),
    },
    DeadLetter: {
      ...common,
      name: 'dead_letter',
      title: 'Dead letter',
      summary: 'An event that a consumer group can never handle, with the reason.',
      payload: schemaRef('DeadLetter'),
      bindings: key('The key of the original message.', 'booking:4711'),
    },
  };
}

/** The headers of an event that belongs to a recorded trace. Other events have no headers. */
const traceHeaders: JsonSchema = {
  title: 'TraceHeaders',
  type: 'object',
  description: 'The W3C trace context. Present only if the request that made the change is traced and recorded.',
  properties: {
    traceparent: { type: 'string', examples: ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'] },
    tracestate: { type: 'string', maxLength: 512 },
  },
};

/**
 * The schemas of all events as components. The definitions inside a schema become separate
 * components.
 */
function componentSchemas(): Record<string, JsonSchema> {
  const components: Record<string, JsonSchema> = { TraceHeaders: traceHeaders };
  for (const [name, schema] of Object.entries(eventSchemas())) {
    if (name.startsWith('webhooks/')) continue;
    const text = JSON.stringify(schema).replaceAll('"#/definitions/', '"#/components/schemas/');
    const { $schema: _draft, definitions = {}, ...content } = JSON.parse(text) as JsonSchema;
    for (const [id, definition] of Object.entries(definitions as Record<string, JsonSchema>)) {
      if (components[id] && JSON.stringify(components[id]) !== JSON.stringify(definition)) {
        throw new Error(`two schemas of events are named ${id}`);
      }
      components[id] = definition;
    }
    components[String(content.title)] = content;
  }
  return components;
}
