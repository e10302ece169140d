import type { Answered } from './platform-for-clients';

const jsonType = 'application/json; charset=utf-8';
const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const fieldPattern = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
/**
 * The only field of version 2 in camelCase. Some clients read it under this name. The same responses also contain
 * `thread_id`.
 */
const inCamelCase = 'threadId';

/**
 * Lists the parts of a response of version 2 that client programs would misread: wrong content types, wrong names of
 * fields, and wrong formats of times. Also lists successes that look like errors, and errors without the fields of
 * errors.
 */
export function faultsOf({ status, headers, text, body }: Answered): string[] {
  if (status === 204) return text === '' ? [] : ['a 204 has a body'];
  const type = headers.get('content-type');
  const faults = type === jsonType ? [] : [`the content type is ${type}`];
  return [...faults, ...(status < 400 ? faultsOfSuccess(body) : faultsOfError(status, body))];
}

function faultsOfSuccess(body: any): string[] {
  const looksFailed = typeof body?.status_code === 'number' && body.status_code >= 400;
  return [...(looksFailed ? ['a success has the status_code of an error'] : []), ...faultsOfFields(body)];
}

const isText = (message: unknown) => typeof message === 'string' && message.trim() !== '';

function faultsOfError(status: number, body: any): string[] {
  const { messages, status: code, status_code, ...others } = body ?? {};
  const faults: [isWrong: boolean, fault: string][] = [
    [!Array.isArray(messages) || messages.length === 0, 'an error has no messages'],
    [Array.isArray(messages) && !messages.every(isText), 'a message of an error is no text'],
    [!fieldPattern.test(String(code)), `the status of an error is ${code}`],
    [status_code !== status, `the status_code of a ${status} is ${status_code}`],
    [Object.keys(others).length > 0, `an error has the fields ${Object.keys(others).join()}`],
  ];
  return faults.filter(([isWrong]) => isWrong).map(([, fault]) => fault);
}

/** Checks the fields of a JSON value, and the fields of all values inside it. */
function faultsOfFields(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(faultsOfFields);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const isNamed = fieldPattern.test(name) || name === inCamelCase;
    const isTimed = !name.endsWith('_utc') || inner === null || instantPattern.test(String(inner));
    return [
      ...(isNamed ? [] : [`a field is named ${name}`]),
      ...(isTimed ? [] : [`${name} is ${String(inner)}`]),
      ...faultsOfFields(inner),
    ];
  });
}
