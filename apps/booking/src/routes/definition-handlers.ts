import type { definitionRoutes } from '@keyhaven/contracts/booking/definition-routes';
import type { RouteHandlers } from '@keyhaven/service/http/mount-contract';
import { versioned } from '@keyhaven/service/http/versioned';
import { publicScope } from '@keyhaven/service/scope-of';
import { getFieldDefinition, listFieldDefinitions } from '../field-definitions/read-field-definitions';
import {
  createFieldDefinition,
  deleteFieldDefinition,
  updateFieldDefinition,
} from '../field-definitions/write-field-definitions';
import type { BookingStore } from '../store/booking-store';
import { getTagDefinition, listTagDefinitions } from '../tag-definitions/read-tag-definitions';
import {
  createTagDefinition,
  deleteTagDefinition,
  updateTagDefinition,
} from '../tag-definitions/write-tag-definitions';

export function definitionHandlers(store: BookingStore): RouteHandlers<typeof definitionRoutes> {
  return {
    listTagDefinitions: ({ query, context }) => listTagDefinitions(store, publicScope(context), query, context.url),
    getTagDefinition: ({ params, context }) =>
      versioned(context, getTagDefinition(store, publicScope(context), params.id)),
    createTagDefinition: ({ body, context }) =>
      versioned(context, createTagDefinition(store, publicScope(context), body)),
    updateTagDefinition: ({ params, body, context }) =>
      versioned(context, updateTagDefinition(store, publicScope(context), params.id, body)),
    deleteTagDefinition: ({ params, context }) => deleteTagDefinition(store, publicScope(context), params.id),
    listFieldDefinitions: ({ query, context }) => listFieldDefinitions(store, publicScope(context), query, context.url),
    getFieldDefinition: ({ params, context }) =>
      versioned(context, getFieldDefinition(store, publicScope(context), params.id)),
    createFieldDefinition: ({ body, context }) =>
      versioned(context, createFieldDefinition(store, publicScope(context), body)),
    updateFieldDefinition: ({ params, body, context }) =>
      versioned(context, updateFieldDefinition(store, publicScope(context), params.id, body)),
    deleteFieldDefinition: ({ params, context }) => deleteFieldDefinition(store, publicScope(context), params.id),
  };
}
