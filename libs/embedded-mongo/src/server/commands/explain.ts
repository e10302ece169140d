import { badValue, MongoError, notSupported } from '../../errors/mongo-error';
import { namespace } from '../../storage/catalog';
import type { Document } from '../../values/decode';
import { isDocument, keysOf } from '../../values/document';
import { collectionArgument, countArgument, documentArgument, hintOf } from '../execution/arguments';
import type { Command, Request } from '../execution/command';
import { explainQuery, type Verbosity } from '../execution/explain-query';
import { findQuery } from '../execution/find-query';
import { splitPipeline } from '../execution/pipeline-source';
import { pipelineArgument } from './aggregate';

const VERBOSITIES = ['queryPlanner', 'executionStats', 'allPlansExecution'];

export const explain: Command = {
  names: ['explain'],
  fields: ['verbosity'],
  run(request) {
    const command = request.body.explain;
    if (!isDocument(command)) throw new MongoError(14, 'TypeMismatch', "BSON field 'explain.explain' is not an object");
    const verbosity = request.body.verbosity ?? 'allPlansExecution';
    if (!VERBOSITIES.includes(verbosity as string))
      throw badValue(`verbosity string must be one of ${VERBOSITIES.join(', ')}`);
    const name = keysOf(command)[0] ?? '';
    const inner: Request = { ...request, name, body: command };
    const collectionName = collectionArgument(inner);
    const collection = request.state.engine.catalog.find(request.database, collectionName);
    const ns = namespace({ database: request.database, name: collectionName });
    const filter = (from: Document, field: string) => documentArgument(inner, field, from) ?? {};
    const explained = (query: Parameters<typeof explainQuery>[3], projection?: Document) =>
      explainQuery(inner, collection, ns, query, verbosity as Verbosity, projection);
    switch (name) {
      case 'find':
        return explained(
          findQuery(inner, collection, filter(command, 'filter')),
          documentArgument(inner, 'projection'),
        );
      case 'count':
        return explained({
          filter: filter(command, 'query'),
          skip: countArgument(inner, 'skip'),
          hint: hintOf(collection, command.hint),
        });
      case 'distinct':
        return explained({ filter: filter(command, 'query') });
      case 'aggregate':
        return explained(splitPipeline(pipelineArgument(inner), hintOf(collection, command.hint)).query);
      case 'findAndModify':
        return explained({ ...findQuery(inner, collection, filter(command, 'query')), limit: 1 });
      case 'update':
      case 'delete': {
        const [statement] = (command.updates ?? command.deletes) as Document[];
        if (!isDocument(statement)) throw badValue(`explain of ${name} needs a statement`);
        return explained(findQuery(inner, collection, filter(statement, 'q'), { hint: statement.hint }));
      }
      default:
        throw notSupported(`explain of ${name}`);
    }
  },
};
