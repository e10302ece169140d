import { genericFilter } from '@keyhaven/persistence/generic-filter';
import type { DefinitionType } from '@keyhaven/contracts/fees/definition';
import type { QueryFilter } from 'mongoose';
import type { DefinitionDocument, DefinitionKind } from '../store/definition.model';

/** Returns the filter for the definition of this kind with this id, unless it is deleted. */
export function oneDefinition<Type extends DefinitionType>(
  id: number,
  kind: DefinitionKind,
): QueryFilter<DefinitionDocument<Type>> {
  return genericFilter<DefinitionDocument<Type>>({ _id: id, kind, is_deleted: false });
}
