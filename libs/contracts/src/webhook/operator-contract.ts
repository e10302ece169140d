import { initContract } from '../platform/ts-rest';
import { z } from 'zod';
import { changeHeaders } from '../shared/headers';
import { idInput } from '../shared/inputs';
import { changeErrors, commonErrors, conflict } from '../shared/responses';
import { appKey, appSettings, appSettingsPatch, secretRotation } from './app-settings';

const contract = initContract();
const appPath = z.object({
  user_id: idInput.describe(
    'Id of the account that created the app or token. Its settings are used in every account that authorized the app.',
  ),
  app_key: appKey,
});
const onlyOfCreator =
  'A 409 names the account that created the app, if the app has subscriptions in this account but another one created it.';

/**
 * The routes for the delivery settings of apps, which are stored in the account that created the app. An app gets
 * settings with its first subscription, or when an operator first changes them.
 */
export const webhookOperatorContract = contract.router({
  getAppSettings: {
    method: 'GET',
    path: '/operator/accounts/:user_id/webhook_apps/:app_key',
    pathParams: appPath,
    summary: 'Read how deliveries of an app are sent',
    description:
      'Contains the signing secrets. The settings exist from the first subscription of the app, or their first change; before that the answer is a 404. ' +
      onlyOfCreator,
    responses: { 200: appSettings, ...commonErrors, ...conflict },
  },
  updateAppSettings: {
    method: 'PATCH',
    path: '/operator/accounts/:user_id/webhook_apps/:app_key',
    pathParams: appPath,
    headers: changeHeaders,
    body: appSettingsPatch,
    summary: 'Change the default address and Basic credentials of an app',
    description: `Only the sent fields change. It works before the first subscription of the app. ${onlyOfCreator}`,
    responses: { 200: appSettings, ...changeErrors },
  },
  rotateSecret: {
    method: 'POST',
    path: '/operator/accounts/:user_id/webhook_apps/:app_key/rotate_secret',
    pathParams: appPath,
    headers: changeHeaders,
    body: secretRotation,
    summary: 'Create a new signing secret for an app',
    description:
      'For `keep_old_hours`, deliveries carry a signature with each secret. Another rotation does not end a secret before its `expires_utc`. A fifth valid secret is a 409. ' +
      onlyOfCreator,
    responses: { 200: appSettings, ...changeErrors },
  },
});
