import { locationError, MongoError, notSupported } from '../../errors/mongo-error';
import type { Query } from '../../planner/query-run';
import type { Collection } from '../../storage/catalog';
import { entriesOf, isDocument, type Document } from '../../values/document';
import { isNumeric } from '../../values/type-of';
import { countArgument, documentArgument, hintOf, refuseCollation } from './arguments';
import type { Request } from './command';

/** The query part of a find, findAndModify, update or delete command. */
export function findQuery(
  request: Request,
  collection: Collection | undefined,
  filter: Document,
  from: Document = request.body,
): Query {
  refuseCollation(from);
  const sort = sortArgument(request, from);
  return {
    filter,
    ...(sort ? { sort } : {}),
    skip: countArgument(request, 'skip', from) ?? 0,
    limit: countArgument(request, 'limit', from) ?? 0,
    hint: hintOf(collection, from.hint),
  };
}

/** Reads a sort specification and checks that its directions are 1 or -1. Undefined if there is no sort. */
export function sortArgument(request: Request, from: Document): Document | undefined {
  const sort = documentArgument(request, 'sort', from);
  if (!sort || entriesOf(sort).length === 0) return undefined;
  for (const [path, direction] of entriesOf(sort)) {
    if (isDocument(direction)) throw notSupported('sorting by $meta');
    if (!isNumeric(direction) || (Number(direction) !== 1 && Number(direction) !== -1)) {
      throw locationError(15975, '$sort key ordering must be 1 (for ascending) or -1 (for descending)');
    }
    if (path === '$natural' && entriesOf(sort).length > 1) {
      throw new MongoError(2, 'BadValue', 'Cannot include $natural in compound sort: a sort by $natural stands alone');
    }
  }
  return sort;
}
