import { booleanArgument, collectionArgument } from '../execution/arguments';
import type { Command } from '../execution/command';
import { rawStatements } from '../execution/statements';
import { runBatch } from '../execution/write-errors';
import { insertDocument } from '../../storage/write-document';

export const insert: Command = {
  names: ['insert'],
  fields: ['documents', 'ordered', 'bypassDocumentValidation'],
  run(request) {
    const { engine } = request.state;
    const name = collectionArgument(request);
    const documents = rawStatements(request, 'documents');
    const isOrdered = request.body.ordered === undefined || booleanArgument(request, 'ordered');
    return engine.write(() => {
      const collection = engine.catalog.findOrCreate(request.database, name);
      let inserted = 0;
      const writeErrors = runBatch(documents, isOrdered, (raw) => {
        insertDocument(engine, collection, raw);
        inserted++;
      });
      return { n: inserted, ...(writeErrors.length > 0 ? { writeErrors } : {}) };
    });
  },
};
