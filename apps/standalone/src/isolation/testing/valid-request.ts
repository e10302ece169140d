import { type Account, day, idOf } from './account';
import { bodyFor } from './bodies';
import { type Position, positionsOf } from './positions';
import { isOperatorRoute } from './inside-routes';
import { type NamedRoute, parametersOf } from './public-routes';
import { isIn, type Parts, place } from './request-parts';
import { leavesOf } from './schema-leaves';

/** Path parameters of routes that need several parameters to identify one record. */
const plainParameters = ({ guest, field_code }: Account['ids']): Readonly<Record<string, string | undefined>> => ({
  entity_type: 'guest',
  entity_id: guest,
  code: field_code,
});

/** Query parameters that a route requires although its contract does not mark them as required. */
const queries: Readonly<Record<string, (ids: Account['ids']) => Record<string, string>>> = {
  listCalendars: () => ({ from: day(39), to: day(48) }),
  getCalendar: () => ({ from: day(39), to: day(48) }),
  searchProperties: () => ({ available_from: day(200), available_to: day(205), adults: '2' }),
  listMessages: ({ thread }) => ({ thread_id: thread! }),
  listTags: ({ guest }) => ({ entity_type: 'guest', entity_id: guest! }),
  updateLegacyQuote: () => ({ addCharges: 'true' }),
  testLegacyQuoteUpdate: () => ({ addCharges: 'true' }),
  listFields: ({ guest }) => ({ entity_type: 'guest', entity_id: guest! }),
};
/** Required query parameters of operator routes. */
const operatorQueries: typeof queries = {
  getStatements: () => ({ month: day(0).slice(0, 7) }),
  listAccountingEntries: () => ({ month: day(0).slice(0, 7) }),
};

/**
 * Returns a request of a route that succeeds for the account and contains only ids of the account's records. Reads ask
 * for everything that they can include.
 * @param position a position that the request must contain, with an id of the account.
 */
export function validRequest(named: NamedRoute, account: Account, position?: Position): Parts {
  const { name, route } = named;
  const positions = positionsOf(named);
  const params = parametersOf(route.path).map((parameter) => {
    const ofPath = positions.find((one) => one.place === 'path' && one.path[0] === parameter);
    return [parameter, plainParameters(account.ids)[parameter] ?? idOf(account, ofPath?.kind ?? parameter)] as const;
  });
  const included = leavesOf(route.query).filter(({ path, kind }) => kind === 'flag' && /^include/.test(path[0]!));
  const required = positions.filter((one) => one.place === 'query' && isRequired(named, one));
  const query = {
    ...Object.fromEntries(included.map(({ path }) => [path[0]!, 'true'])),
    ...Object.fromEntries(required.map(({ path, kind }) => [path[0]!, idOf(account, kind)])),
    ...(isOperatorRoute(named) ? operatorQueries : queries)[name]?.(account.ids),
  };
  const body = bodyFor(named, account.ids, position?.place === 'body' ? position.path : undefined);
  const parts = { params: Object.fromEntries(params), query, headers: {}, body };
  const others = positions.filter((one) => one.place === 'body' && !one.also && isIn(body, one.path));
  return [...others, ...(position ? [position] : [])].reduce<Parts>(
    (filled, one) => place(filled, one, idOf(account, one.kind)),
    parts,
  );
}

function isRequired({ route }: NamedRoute, position: Position): boolean {
  const leaves = leavesOf(route.query);
  return leaves.some(({ path, isRequired: required }) => required && path.join() === position.path.join());
}
