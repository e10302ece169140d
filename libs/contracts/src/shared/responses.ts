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

/** The additional errors of writes. */
export const writeErrors = {
  ...commonErrors,
  409: errorBody,
  412: errorBody,
  413: errorBody,
  415: errorBody,
  422: errorBody,
  504: errorBody,
};

/** A deletion has no body. */
export const noContent = z.undefined();
