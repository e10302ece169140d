import { hostileText } from './hostile-values';
import { shown } from './mutate-body';
import type { Mutation } from './mutation';
import type { Credentials } from './plan';

const names = [
  'If-Match',
  'If-None-Match',
  'Idempotency-Key',
  'Prefer',
  'Accept',
  'Accept-Encoding',
  'Accept-Language',
  'Content-Language',
  'Cookie',
  'Origin',
  'Range',
  'If-Modified-Since',
  'X-Request-Id',
  'X-Request-Deadline',
  'X-Client-Address',
  'X-Client-Authorization',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Http-Method-Override',
  'Last-Event-ID',
  'Traceparent',
  'User-Agent',
  'Via',
];

const values = [
  '*',
  '"',
  '""',
  'W/"1"',
  '"1","2",*',
  '"9999999999999999999-aaaa"',
  '"-1-x"',
  'fuzz-1',
  'x'.repeat(255),
  'x'.repeat(256),
  'x'.repeat(9000),
  'dry-run',
  'dry-run; wait=10, respond-async',
  'handling=strict, dry-run=false',
  'DELETE',
  'bytes=0-',
  'br;q=1.0, *;q=0',
  'application/xml',
  '127.0.0.1, 10.0.0.1',
  'évil.example',
  '0',
  '1',
  '99999999999999999',
  'Mon, 30 Feb 2026 00:00:00 GMT',
  '00-00000000000000000000000000000000-0000000000000000-00',
];

const setHeader: Mutation = (plan, dice) => {
  const name = dice.pick(names);
  const value = dice.chance(0.6) ? dice.pick(values) : hostileText(dice).slice(0, 2000);
  plan.headers = [...plan.headers.filter(([one]) => one.toLowerCase() !== name.toLowerCase()), [name, value]];
  return `${name}: ${shown(value)}`;
};

const repeatHeader: Mutation = (plan, dice) => {
  const name = dice.pick(names);
  plan.headers.push([name, dice.pick(values)], [name, dice.pick(values)]);
  return `${name} twice`;
};

const manyHeaders: Mutation = (plan, dice) => {
  const count = dice.pick([150, 250, 2500]);
  for (let at = 0; at < count; at++) plan.headers.push([`X-Header-${at}`, '1']);
  return `${count} headers`;
};

const setExpect: Mutation = (plan, dice) => {
  plan.headers.push(['Expect', dice.pick(['a-miracle', '100-Continue', ''])]);
  return 'Expect';
};

const changeCredentials: Mutation = (plan, dice) => {
  const others: readonly Credentials[] = ['read', 'read', 'none', 'wrong', 'malformed', 'basic'];
  plan.credentials = dice.pick(others);
  return `credentials: ${plan.credentials}`;
};

/**
 * Malformed or unusual header lines that no HTTP library sends. The request line is sent before them, and
 * Authorization after them.
 */
const rawHeads: readonly (readonly string[])[] = [
  ['Host: x', 'X-Test: a\r\n X-Folded: b'],
  ['Host: x', 'Content-Length: -1'],
  ['Host: x', 'Content-Length: 5, 5'],
  ['Host: x', 'Content-Length: 1e3'],
  ['Host: x', 'Content-Length: 4', 'Transfer-Encoding: chunked'],
  ['Host: x', 'Transfer-Encoding: chunked, identity'],
  ['Host: x', 'Transfer-Encoding: xchunked'],
  ['Host: x', 'Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'],
  ['Host: x', 'X-Bad\u0000Name: 1'],
  ['Host: x', 'X-Bad: a\u0000b'],
  ['Host: x', 'No colon here'],
  ['Host: x', 'Space before : colon'],
  ['Host: x', ': no name'],
  ['Host: x', 'Host: y'],
  ['Host: a b'],
  ['X-No-Host: 1'],
  ['Host: x', `X-Long: ${'x'.repeat(70_000)}`],
  ['Host: x', 'Upgrade: websocket', 'Connection: Upgrade'],
  ['Host: x', 'Connection: close, Authorization'],
  ['Host: x', 'Expect: 100-continue', 'Content-Length: 0'],
];

const rawHead: Mutation = (plan, dice) => {
  plan.rawHead = dice.pick(rawHeads);
  return `raw headers ${shown(plan.rawHead.slice(1).join(' | '))}`;
};

export const headerMutations: readonly Mutation[] = [
  setHeader,
  setHeader,
  setHeader,
  repeatHeader,
  manyHeaders,
  setExpect,
  changeCredentials,
  changeCredentials,
  rawHead,
];
