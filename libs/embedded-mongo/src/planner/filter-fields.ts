import { entriesOf, type Document } from '../values/document';

/** The top-level fields that a filter looks at; undefined when it may look at all of the document ($expr). */
export function filterFields(filter: Document): Set<string> | undefined {
  const fields = new Set<string>();
  return addFields(filter, fields) ? fields : undefined;
}

function addFields(filter: Document, fields: Set<string>): boolean {
  for (const [key, value] of entriesOf(filter)) {
    if (key === '$and' || key === '$or' || key === '$nor') {
      if (!(value as Document[]).every((part) => addFields(part, fields))) return false;
    } else if (key === '$comment') continue;
    else if (key.startsWith('$')) return false;
    else fields.add(rootOf(key));
  }
  return true;
}

export function rootOf(path: string): string {
  const dot = path.indexOf('.');
  return dot < 0 ? path : path.slice(0, dot);
}
