import { changeHeaders, writeHeaders } from '@keyhaven/contracts/shared/headers';
import { idPath } from '@keyhaven/contracts/shared/inputs';
import { changedSinceQuery, page } from '@keyhaven/contracts/shared/paging';
import { changeErrors, commonErrors, writeErrors } from '@keyhaven/contracts/shared/responses';
import { initContract } from '@keyhaven/contracts/platform/ts-rest';
import type { z } from 'zod';
import { widget, widgetCreation, widgetPatch } from './widget';

const contract = initContract();
const widgetPath = idPath('widget');

export const widgetListQuery = changedSinceQuery;
export type WidgetListQuery = z.output<typeof widgetListQuery>;

/** The public routes of the sample service. */
export const samplePublicContract = contract.router({
  listWidgets: {
    method: 'GET',
    path: '/v2/widgets',
    query: widgetListQuery,
    summary: 'List widgets',
    description: 'The widgets of the account, ordered by id, in pages.',
    responses: { 200: page(widget), ...commonErrors },
  },
  getWidget: {
    method: 'GET',
    path: '/v2/widgets/:id',
    pathParams: widgetPath,
    summary: 'Read a widget',
    description: 'One widget of the account.',
    responses: { 200: widget, ...commonErrors },
  },
  createWidget: {
    method: 'POST',
    path: '/v2/widgets',
    headers: writeHeaders,
    body: widgetCreation,
    summary: 'Create a widget',
    description: 'Creates a widget. `reserved` must not be larger than `units`.',
    responses: { 200: widget, ...writeErrors },
  },
  updateWidget: {
    method: 'PATCH',
    path: '/v2/widgets/:id',
    pathParams: widgetPath,
    headers: changeHeaders,
    body: widgetPatch,
    summary: 'Change a widget',
    description: 'Fields that are not sent stay as they are. `reserved` must not be larger than `units`.',
    responses: { 200: widget, ...changeErrors },
  },
});
