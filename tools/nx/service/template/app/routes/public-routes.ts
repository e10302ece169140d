import type { RouteHandlers } from '@keyhaven/service/http/mount-contract';
import { versioned } from '@keyhaven/service/http/versioned';
import { publicScope } from '@keyhaven/service/scope-of';
import type { samplePublicContract } from '../../contracts/public-contract';
import type { SampleStore } from '../store/sample-store';
import { createWidget } from '../widgets/create-widget';
import { getWidget, listWidgets } from '../widgets/read-widgets';
import { updateWidget } from '../widgets/update-widget';

/** Maps each public route to the function that handles its requests. */
export function publicRoutes(store: SampleStore): RouteHandlers<typeof samplePublicContract> {
  return {
    listWidgets: ({ query, context }) => listWidgets(store, publicScope(context), query, context.url),
    getWidget: ({ params, context }) => versioned(context, getWidget(store, publicScope(context), params.id)),
    createWidget: ({ body, context }) => versioned(context, createWidget(store, publicScope(context), body)),
    updateWidget: ({ params, body, context }) =>
      versioned(context, updateWidget(store, publicScope(context), params.id, body)),
  };
}
