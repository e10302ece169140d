import type { QueryFilter } from 'mongoose';
import { beginsWith } from '../store/begins-with';
import type { ContactDocument } from '../store/contact.model';
import { queryTerms, spellings } from './domain/search-terms';

/**
 * The filter for contacts that match a search. Undefined if `q` contains no search term; then no
 * contact matches.
 */
export function searchFilter(q: string): QueryFilter<ContactDocument> | undefined {
  const ways = queryTerms(q).map(hasTerms);
  return ways.length > 1 ? { $or: ways } : ways[0];
}

function hasTerms(terms: readonly string[]): QueryFilter<ContactDocument> {
  const isTerm = (term: string) => ({ search_terms: { $elemMatch: beginsWith(term) } });
  return {
    $and: terms.map((term) => {
      const [first, ...others] = spellings(term).map(isTerm);
      return others.length === 0 ? first! : { $or: [first!, ...others] };
    }),
  };
}
