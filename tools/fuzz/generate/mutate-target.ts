import type { Dice } from './dice';
import { FromPool } from './from-pool';
import { hostileNames, hostileText, hostileValue } from './hostile-values';
import { shown } from './mutate-body';
import type { Mutation } from './mutation';
import type { Plan } from './plan';

const changeSegment: Mutation = (plan, dice) => {
  const names = Object.keys(plan.path);
  if (names.length === 0) return undefined;
  const name = dice.pick(names);
  const value = hostileText(dice);
  plan.path[name] = value;
  return `path ${name}: ${shown(value)}`;
};

const ofOtherAccount: Mutation = (plan) => {
  if (plan.path.id === undefined || plan.credentials === 'other account') return undefined;
  plan.credentials = 'other account';
  return 'credentials of another account';
};

/** Ways to rewrite a path. The result is equivalent to the original path, or is a different path that looks similar. */
const rewritings: readonly [string, (path: string) => string][] = [
  ['trailing slash', (path) => `${path}/`],
  ['doubled slashes', (path) => path.replaceAll('/', '//')],
  ['dot segment', (path) => path.replace('/', '/./')],
  ['parent segment', (path) => `${path}/../../operator/accounts`],
  ['encoded parent segment', (path) => `${path}/%2e%2e/%2e%2e/operator`],
  ['double encoded parent segment', (path) => `${path}/%252e%252e/`],
  ['NUL', (path) => `${path}%00`],
  ['path parameter', (path) => `${path};a=b`],
  ['upper case', (path) => path.toUpperCase()],
  ['broken encoding', (path) => `${path}/%zz`],
  ['invalid UTF-8', (path) => `${path}/%ff%fe`],
  ['backslash', (path) => path.replace('/', '\\')],
  ['whole address', (path) => `http://127.0.0.1${path}`],
  ['internal route', () => '/internal/introspections'],
  ['operator route', () => '/operator/accounts'],
  ['asterisk', () => '*'],
  ['line break', (path) => `${path}%0d%0aX-Injected:%201`],
  ['one more segment', (path) => `${path}/1`],
  ['long path', (path) => path + '/a'.repeat(3000)],
];

const rewritePath: Mutation = (plan, dice) => {
  const [change, rewrite] = dice.pick(rewritings);
  plan.rewritePath = rewrite;
  return change;
};

/** Chooses a query parameter that the operation declares, or a common parameter if it declares none. */
function parameterOf(plan: Plan, dice: Dice): string {
  const declared = plan.operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name);
  return declared.length > 0 ? dice.pick(declared) : dice.pick(['limit', 'offset', 'since_utc']);
}

const changeParameter: Mutation = (plan, dice) => {
  const name = parameterOf(plan, dice);
  const value = hostileText(dice);
  plan.query = [...plan.query.filter(([one]) => one !== name), [name, value]];
  return `query ${name}: ${shown(value)}`;
};

const repeatParameter: Mutation = (plan, dice) => {
  const name = parameterOf(plan, dice);
  const times = dice.pick([2, 2, 3, 50]);
  for (let at = 0; at < times; at++) plan.query.push([name, dice.chance(0.5) ? hostileText(dice).slice(0, 200) : at]);
  return `query ${name} ${times} times`;
};

const nestParameter: Mutation = (plan, dice) => {
  const name = parameterOf(plan, dice);
  const nested = `${name}${dice.pick(['[]', '[0]', '[$gt]', '[__proto__]', '[a][b][c]', '[', ']', '.x', '[constructor][prototype]'])}`;
  plan.query.push([nested, hostileText(dice).slice(0, 100)]);
  return `query ${nested}`;
};

const unknownParameter: Mutation = (plan, dice) => {
  const name = dice.pick(hostileNames);
  plan.query.push([name, hostileText(dice).slice(0, 100)]);
  return `query ${shown(name)}`;
};

const rawParameter: Mutation = (plan, dice) => {
  plan.rawQuery = dice.pick([
    '%',
    'a=%ff%fe',
    '&&&===&',
    '?a=1?b=2',
    'limit=1&limit',
    `limit=${'9'.repeat(400)}`,
    'a=%00',
    'property_ids=1,,2,,,',
    `property_ids=${Array.from({ length: 1001 }, (_, id) => id + 1).join()}`,
    `property_ids=${'7,'.repeat(20_000)}7`,
    'a=1&'.repeat(2000),
    `a=${'x'.repeat(70_000)}`,
    'limit=1001',
    'limit=1000&offset=10000000',
    'from=0001-01-01&to=9999-12-31',
    'from=2026-02-30&to=2026-02-31',
    'from=2030-01-01&to=2020-01-01',
    'available_from=0001-01-01&available_to=9999-12-31',
    'limit=+1&offset=-0',
    'wait=99999999999999999999',
  ]);
  return `query ${plan.rawQuery.slice(0, 40)}`;
};

const changeMethod: Mutation = (plan, dice) => {
  const others = [
    'GET',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'HEAD',
    'OPTIONS',
    'TEST',
    'TRACE',
    'PROPFIND',
    'PURGE',
    'LOCK',
  ];
  plan.method = dice.pick(others.filter((method) => method !== plan.method));
  return `method ${plan.method}`;
};

const bodyOnRead: Mutation = (plan, dice) => {
  if (plan.body || !['GET', 'DELETE', 'HEAD'].includes(plan.method)) return undefined;
  plan.body = { contentType: 'application/json', value: hostileValue(dice), isChunked: dice.chance(0.3) };
  return `body on ${plan.method}`;
};

const otherId: Mutation = (plan, dice) => {
  if (plan.path.id === undefined) return undefined;
  plan.path.id = new FromPool(
    dice.pick(['booking_id', 'guest_id', 'property_id', 'surcharge_id', 'tag_id']),
    dice.share(),
    1,
  );
  return 'id of another kind of record';
};

export const targetMutations: readonly Mutation[] = [
  changeSegment,
  changeSegment,
  ofOtherAccount,
  otherId,
  rewritePath,
  changeParameter,
  changeParameter,
  changeParameter,
  repeatParameter,
  nestParameter,
  unknownParameter,
  rawParameter,
  changeMethod,
  bodyOnRead,
];
