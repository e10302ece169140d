import { z } from 'zod';
import { errorBody } from './errors';

/** The errors that any route may return. */
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
/** The errors of routes whose path contains no record id, such as lists. */
export const listErrors = withoutRecord;

const { 401: _unauthorized, 403: _forbidden, ...withoutCredentials } = listErrors;
/** The errors of reads that need no credentials and whose path contains no record id. */
export const openErrors = withoutCredentials;

/** The errors that a write has in addition to those of a read. */
const errorsOfBodies = { 413: errorBody, 415: errorBody, 422: errorBody, 504: errorBody };

/** The refusal of a write because of the current state of its record or of other records. */
export const conflict = { 409: errorBody };

/**
 * The errors of routes that create records. Add `conflict` if a new record can conflict with
 * others.
 */
export const createErrors = { ...listErrors, ...errorsOfBodies };

/** The errors of writes. */
export const writeErrors = { ...commonErrors, ...errorsOfBodies, ...conflict };

/**
 * The errors of routes that change one existing record. The client can require a version of the
 * record with If-Match.
 */
export const changeErrors = { ...writeErrors, 412: errorBody };

/**
 * The errors of routes that change one existing record, if the change cannot conflict with the
 * state of any record.
 */
export const plainChangeErrors = { ...commonErrors, ...errorsOfBodies, 412: errorBody };

/** The body of a response to a deletion. */
export const noContent = z.undefined();
