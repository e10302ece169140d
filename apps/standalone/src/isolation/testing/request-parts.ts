import type { AppRoute } from '@keyhaven/contracts/platform/ts-rest';
import type { Sent } from './http-client';
import type { Position } from './positions';

/** The parts of a request of a route. */
export interface Parts {
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  headers: Readonly<Record<string, string>>;
  body?: unknown;
}

/** Puts an id into a position of a request. */
export function place(parts: Parts, { place: where, path, also }: Position, value: string): Parts {
  const name = path[0]!;
  const named = { ...(also && { [also.path[0]!]: also.value }), [name]: value };
  if (where === 'path') return { ...parts, params: { ...parts.params, ...named } };
  if (where === 'header') return { ...parts, headers: { ...parts.headers, ...ofStream(name), ...named } };
  if (where === 'query') return { ...parts, query: { ...parts.query, ...keyOfPage(name), ...named } };
  const body = also ? setIn(parts.body, also.path, also.value) : parts.body;
  return { ...parts, body: setIn(body, path, value) };
}

/** The Last-Event-ID header has an effect only on a stream, so ask for a stream. */
function ofStream(name: string): Record<string, string> {
  return name === 'last-event-id' ? { accept: 'text/event-stream' } : {};
}

/** `after_id` has an effect only together with `after_offset`, so send both. */
function keyOfPage(name: string): Record<string, string> {
  return /^after(_?[iI]d)?$/.test(name) ? { limit: '1', offset: '0', after_offset: '0' } : {};
}

/** Returns a value with one of its fields changed. */
function setIn(value: unknown, [name, ...rest]: readonly string[], inner: unknown): unknown {
  if (name === undefined) return inner;
  if (name === '[]') {
    const [first, ...others]: unknown[] = Array.isArray(value) ? value : [];
    return [setIn(first, rest, inner), ...others];
  }
  const fields = isRecord(value) ? value : {};
  return { ...fields, [name]: setIn(fields[name], rest, inner) };
}

/** Whether a value has this field. */
export function isIn(value: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return value !== undefined;
  if (name === '[]') return Array.isArray(value) && isIn(value[0], rest);
  return isRecord(value) && isIn(value[name], rest);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the request of a route with these parts. */
export function render({ method, path }: Pick<AppRoute, 'method' | 'path'>, parts: Parts): Sent {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(parts.params[name] ?? ''));
  const query = new URLSearchParams(parts.query).toString();
  return {
    method,
    target: query === '' ? filled : `${filled}?${query}`,
    headers: { ...parts.headers },
    ...(method !== 'GET' && parts.body !== undefined && { body: parts.body }),
  };
}
