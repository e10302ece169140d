import type { annotationRoutes } from '@keyhaven/contracts/booking/annotation-routes';
import type { RouteHandlers } from '@keyhaven/service/http/mount-contract';
import { versioned } from '@keyhaven/service/http/versioned';
import { publicScope } from '@keyhaven/service/scope-of';
import { getField, listFields } from '../fields/read-fields';
import {
  createField,
  deleteField,
  deleteFieldByCode,
  setField,
  updateField,
  updateFieldByCode,
} from '../fields/write-fields';
import type { BookingStore } from '../store/booking-store';
import { getTag, listTags } from '../tags/read-tags';
import { createTag, deleteTag } from '../tags/write-tags';

export function annotationHandlers(store: BookingStore): RouteHandlers<typeof annotationRoutes> {
  return {
    listTags: ({ query, context }) => listTags(store, publicScope(context), query, context.url),
    getTag: ({ params, context }) => versioned(context, getTag(store, publicScope(context), params.id)),
    createTag: ({ body, context }) => versioned(context, createTag(store, publicScope(context), body)),
    deleteTag: ({ params, context }) => deleteTag(store, publicScope(context), params.id),
    listFields: ({ query, context }) => listFields(store, publicScope(context), query, context.url),
    getField: ({ params, context }) => versioned(context, getField(store, publicScope(context), params.id)),
    createField: ({ body, context }) => versioned(context, createField(store, publicScope(context), body)),
    updateField: ({ params, body, context }) =>
      versioned(context, updateField(store, publicScope(context), params.id, body.value)),
    deleteField: ({ params, context }) => deleteField(store, publicScope(context), params.id),
    setFieldByCode: ({ params, body, context }) =>
      versioned(context, setField(store, publicScope(context), { ...params, ...body })),
    updateFieldByCode: ({ params, body, context }) =>
      versioned(context, updateFieldByCode(store, publicScope(context), params, body.value)),
    deleteFieldByCode: ({ params, context }) => deleteFieldByCode(store, publicScope(context), params),
  };
}
