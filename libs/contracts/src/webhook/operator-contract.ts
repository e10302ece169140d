import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { writeHeaders } from '../shared/headers';
import { idInput } from '../shared/inputs';
import { commonErrors, writeErrors } from '../shared/responses';
import { appKey, appSettings, appSettingsPatch, secretRotation } from './app-settings';

const contract = initContract();
const appPath = z.object({ user_id: idInput, app_key: appKey });

/** The delivery settings of apps. They exist from an app's first subscription or first change of them. */
export const webhookOperatorContract = contract.router({
  getAppSettings: {
    method: 'GET',
    path: '/operator/accounts/:user_id/webhook_apps/:app_key',
    pathParams: appPath,
    responses: { 200: appSettings, ...commonErrors },
  },
  updateAppSettings: {
    method: 'PATCH',
    path: '/operator/accounts/:user_id/webhook_apps/:app_key',
    pathParams: appPath,
    headers: writeHeaders,
    body: appSettingsPatch,
    responses: { 200: appSettings, ...writeErrors },
  },
  rotateSecret: {
    method: 'POST',
    path: '/operator/accounts/:user_id/webhook_apps/:app_key/rotate_secret',
    pathParams: appPath,
    headers: writeHeaders,
    body: secretRotation,
    responses: { 200: appSettings, ...writeErrors },
  },
});
