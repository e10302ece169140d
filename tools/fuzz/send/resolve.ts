import { deflateSync, brotliCompressSync, gzipSync } from 'node:zlib';
import { FromPool, idNameOf } from '../generate/from-pool';
import type { Plan, PlannedBody } from '../generate/plan';
import type { FuzzedAccount } from './account';
import type { Pool } from './pool';
import type { WireRequest } from './wire-request';

const BOMB = gzipSync(Buffer.alloc(20 * 1024 * 1024, ' '));

export interface Resolved {
  request: WireRequest;
  /**
   * If the path contains the id of another account's record: the response in which the id was
   * found. Otherwise undefined.
   */
  foreignId: string | undefined;
}

/** Creates a request from a plan. Replaces placeholders with values from earlier responses to the account. */
export function resolve(plan: Plan, account: FuzzedAccount, other: FuzzedAccount): Resolved {
  const { pool } = account;
  let foreignId: string | undefined;
  const path = plan.operation.template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const planned = plan.path[name];
    const isOwn = planned instanceof FromPool && planned.name === idNameOf(plan.operation.template, name);
    const isForeign =
      plan.credentials === 'other account' && !plan.rewritePath && plan.method === plan.operation.method;
    const id = isOwn && isForeign ? pool.take(planned.name, planned.at) : undefined;
    if (name === 'id' && isOwn && id !== undefined) foreignId = pool.originOf(planned.name, id) ?? 'an unknown answer';
    return encode(textOf(valueOf(planned, pool)));
  });
  const pairs = plan.query.map(([name, value]) => `${encode(name)}=${encode(textOf(valueOf(value, pool)))}`);
  const query = [...pairs, ...(plan.rawQuery === '' ? [] : [plan.rawQuery])].join('&');
  const headers: [string, string][] = plan.headers.map(([name, value]) => {
    const isTag = value instanceof FromPool && value.name === 'etag' && value.at < 0.7;
    return [name, headerText(textOf(isTag ? (pool.etagOf(path) ?? '"1-x"') : valueOf(value, pool)))];
  });
  const authorization = authorizationOf(plan, account, other);
  if (authorization !== undefined) headers.push(['Authorization', authorization]);
  const body = plan.body && bytesOf(plan.body, pool);
  if (plan.body?.contentType !== undefined) headers.push(['Content-Type', headerText(plan.body.contentType)]);
  if (plan.body?.encoding) headers.push(['Content-Encoding', plan.body.encoding.split(' ')[0]!]);
  const target = `${plan.rewritePath?.(path) ?? path}${query === '' ? '' : `?${query}`}`;
  const { method, rawHead } = plan;
  return { request: { method, target, headers, body, isChunked: plan.body?.isChunked ?? false, rawHead }, foreignId };
}

function authorizationOf({ credentials }: Plan, account: FuzzedAccount, other: FuzzedAccount): string | undefined {
  if (credentials === 'none') return undefined;
  if (credentials === 'wrong') return 'Bearer at_0000000000000000000000000000000000000000000';
  if (credentials === 'malformed') return 'Basic %%%:';
  if (credentials === 'client') {
    const [id, secret] = ['client_id', 'client_secret'].map((name) => textOf(account.pool.take(name, 0)));
    return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  }
  if (credentials === 'other account') return `Bearer ${other.accessToken}`;
  if (credentials === 'read') return `Bearer ${account.readToken}`;
  return credentials === 'basic' ? account.basic : `Bearer ${account.accessToken}`;
}

/** Replaces placeholders with values from earlier responses. Keys such as `__proto__` remain own properties. */
export function valueOf(value: unknown, pool: Pool): unknown {
  if (value instanceof FromPool) return pool.take(value.name, value.at) ?? value.otherwise;
  if (Array.isArray(value)) return Array.from<unknown, unknown>(value, (item) => valueOf(item, pool));
  if (typeof value !== 'object' || value === null) return value;
  const made = {};
  for (const [key, part] of Object.entries(value)) {
    Object.defineProperty(made, key, { value: valueOf(part, pool), enumerable: true });
  }
  return made;
}

function bytesOf({ value, raw, encoding, contentType }: PlannedBody, pool: Pool): Buffer {
  const isForm = contentType === 'application/x-www-form-urlencoded';
  const text = raw ?? (isForm ? formText(valueOf(value, pool)) : (JSON.stringify(valueOf(value, pool)) ?? ''));
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  if (encoding === 'gzip') return gzipSync(bytes);
  if (encoding === 'deflate') return deflateSync(bytes);
  if (encoding === 'br') return brotliCompressSync(bytes);
  if (encoding === 'gzip of 20 MB') return BOMB;
  return bytes;
}

function formText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, part]) => `${encode(name)}=${encode(textOf(part))}`)
    .join('&');
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(',');
  if (typeof value === 'string') return value;
  return JSON.stringify(value) ?? '';
}

const encode = (text: string) => encodeURIComponent(text.toWellFormed());

/**
 * Converts a text to a header value whose latin1 bytes are the UTF-8 bytes of the text, because node:http writes
 * headers as latin1. Replaces control characters, which node:http refuses.
 */
function headerText(text: string): string {
  return Buffer.from(text, 'utf8')
    .toString('latin1')
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, '?');
}
