import { noticeActions } from '@keyhaven/contracts/webhook/subscription';
import { type ChangeEvent, RESYNC_END } from '@keyhaven/events/change-event';
import Ajv, { type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { eventSchemas } from '../event-schemas';

let closed: ReturnType<typeof eventSchemas> | undefined;
let ajv: Ajv | undefined;
const compiled = new Map<string, ValidateFunction>();

/**
 * Validates an event against the JSON Schema of its type.
 * @param prefix the start of the schema's name: `webhooks/` for events from webhooks and the event
 *   log, empty for events on the bus.
 * @returns the errors. A field that the schema does not describe is an error too.
 */
export function eventFaults(
  event: Pick<ChangeEvent, 'entity_type' | 'action'>,
  prefix: '' | 'webhooks/' = '',
): string[] {
  const isNamedByAction = event.action === RESYNC_END || noticeActions.some((action) => action === event.action);
  const name = `${prefix}${isNamedByAction ? event.action : event.entity_type}`;
  const validate = validatorOf(name);
  if (!validate) return [`there is no schema for events of the type ${event.entity_type}`];
  if (validate(event)) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    return `${name}${instancePath}: ${message} ${JSON.stringify(params)}`;
  });
}

function validatorOf(name: string): ValidateFunction | undefined {
  closed ??= eventSchemas({ isClosed: true });
  ajv ??= addFormats(new Ajv({ allErrors: true, strict: true, allowUnionTypes: true }));
  const schema = closed[name];
  if (!schema) return undefined;
  const validate = compiled.get(name) ?? ajv.compile(schema);
  compiled.set(name, validate);
  return validate;
}
