import { booleanArgument, collectionArgument } from '../execution/arguments';
import type { Command } from '../execution/command';
import { rawStatements } from '../execution/statements';
import { runBatch } from '../execution/write-errors';
import { checkDocument, storeDocument } from '../../storage/write-document';

export const insert: Command = {
  names: ['insert'],
  fields: ['documents', 'ordered', 'bypassDocumentValidation'],
  run(request) {
    const { engine } = request.state;
    const name = collectionArgument(request);
    const documents = rawStatements(request, 'documents');
    const isOrdered = request.body.ordered === undefined || booleanArgument(request, 'ordered');
    return engine.write(() => {
      let inserted = 0;
      const writeErrors = runBatch(documents, isOrdered, (raw) => {
        const document = checkDocument(raw);
        storeDocument(engine, engine.catalog.findOrCreate(request.database, name), document);
        inserted++;
      });
      return { n: inserted, ...(writeErrors.length > 0 ? { writeErrors } : {}) };
    });
  },
};
