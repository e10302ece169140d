import { writeHeaders } from '@keyhaven/contracts/shared/headers';
import { idInput } from '@keyhaven/contracts/shared/inputs';
import { changedSinceQuery, page } from '@keyhaven/contracts/shared/paging';
import { commonErrors, writeErrors } from '@keyhaven/contracts/shared/responses';
import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { widget, widgetCreation, widgetPatch } from './widget';

const contract = initContract();
const idPath = z.object({ id: idInput });

export const widgetListQuery = changedSinceQuery;
export type WidgetListQuery = z.output<typeof widgetListQuery>;

/** What integrations ask of the sample service, through the gateway. */
export const samplePublicContract = contract.router({
  listWidgets: {
    method: 'GET',
    path: '/v2/widgets',
    query: widgetListQuery,
    summary: 'Widgets, ordered by id',
    responses: { 200: page(widget), ...commonErrors },
  },
  getWidget: {
    method: 'GET',
    path: '/v2/widgets/:id',
    pathParams: idPath,
    summary: 'One widget',
    responses: { 200: widget, ...commonErrors },
  },
  createWidget: {
    method: 'POST',
    path: '/v2/widgets',
    headers: writeHeaders,
    body: widgetCreation,
    summary: 'Add a widget',
    responses: { 200: widget, ...writeErrors },
  },
  updateWidget: {
    method: 'PATCH',
    path: '/v2/widgets/:id',
    pathParams: idPath,
    headers: writeHeaders,
    body: widgetPatch,
    summary: 'Change a widget; fields that are not sent stay as they are',
    responses: { 200: widget, ...writeErrors },
  },
});
