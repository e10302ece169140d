import { genericFilter } from '@keyhaven/persistence/generic-filter';
import type { DefinitionType } from '@keyhaven/contracts/fees/definition';
import type { QueryFilter } from 'mongoose';
import type { DefinitionDocument, DefinitionKind } from '../store/definition.model';

/**
 * Returns a filter for the definition with this kind and id. The filter excludes deleted
 * definitions.
 */
export function oneDefinition<Type extends DefinitionType>(
  id: number,
  kind: DefinitionKind,
): QueryFilter<DefinitionDocument<Type>> {
  return genericFilter<DefinitionDocument<Type>>({ _id: id, kind, is_deleted: false });
}
