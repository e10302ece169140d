import { z } from 'zod';
import { errorBody } from './errors';

/** The errors that any route may answer. */
export const commonErrors = {
  400: errorBody,
  401: errorBody,
  403: errorBody,
  404: errorBody,
  429: errorBody,
  500: errorBody,
  503: errorBody,
};

const { 404: _notFound, ...withoutRecord } = commonErrors;
/** The errors of requests without the id of a record in their path, such as lists. */
export const listErrors = withoutRecord;

const { 401: _unauthorized, 403: _forbidden, ...withoutCredentials } = listErrors;
/** The errors of reads without credentials and without the id of a record in their path. */
export const openErrors = withoutCredentials;

/** The errors that a write has in addition to those of a read. */
const errorsOfBodies = { 413: errorBody, 415: errorBody, 422: errorBody, 504: errorBody };

/** The refusal of a write because of the state of its record or of others. */
export const conflict = { 409: errorBody };

/** The errors of creations that cannot conflict with other records. Add `conflict` where they can. */
export const createErrors = { ...listErrors, ...errorsOfBodies };

/** The errors of writes. */
export const writeErrors = { ...commonErrors, ...errorsOfBodies, ...conflict };

/** The errors of changes of one existing record, whose version the client can require with If-Match. */
export const changeErrors = { ...writeErrors, 412: errorBody };

/** The errors of changes that cannot conflict with the state of the record or with other records. */
export const plainChangeErrors = { ...commonErrors, ...errorsOfBodies, 412: errorBody };

/** A deletion has no body. */
export const noContent = z.undefined();
