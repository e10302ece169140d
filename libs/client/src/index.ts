export type { Answer } from './answer';
export type {
  Client,
  ClientOptions,
  ItemOf,
  ListName,
  OperationArguments,
  OperationMethods,
  PathRequest,
} from './client';
export type { Operation, OperationName, Operations } from './contract/operations';
export type {
  Booking,
  CalendarChange,
  Discount,
  ErrorCode,
  EventContents,
  EventType,
  Guest,
  LoggedRequest,
  Message,
  Owner,
  Property,
  Quote,
  Surcharge,
} from './contract/records';
export { createClient } from './create-client';
export type { ChangeAction, ChangeEvent, EventBase, LoggedEvent, NoticeEvent, WebhookEvent } from './events/event';
export { EventsMissedError, type ReadEventsOptions } from './events/read-events';
export type {
  BearerCredentials,
  Credentials,
  OAuthCredentials,
  OAuthTokens,
  PersonalCredentials,
} from './http/credentials';
export { KeyhavenError, type KeyhavenErrorDetails, type LocalErrorCode } from './http/keyhaven-error';
export { TokensLostError } from './http/refresh-tokens';
export type { RetryOptions } from './http/retry';
export type { Retry } from './http/send-request';
export type { ParameterValue } from './http/write-target';
export type { RequestOptions } from './request-options';
export { signWebhook } from './webhooks/sign-webhook';
export {
  type ReceivedHeaders,
  type VerificationFailure,
  verifyWebhook,
  type VerifyWebhookOptions,
  WebhookVerificationError,
} from './webhooks/verify-webhook';
