/**
 * An error in MongoDB's format, with a code, the name of the code and a message. The fields of
 * `extra` are added to the reply.
 */
export class MongoError extends Error {
  constructor(
    readonly code: number,
    readonly codeName: string,
    message: string,
    readonly extra?: Record<string, unknown>,
  ) {
    super(message);
    this.name = 'MongoError';
  }
}

/**
 * Error 238, for a feature of MongoDB that this database does not support. Such a feature is always
 * refused, so it never gives a wrong result.
 */
export function notSupported(what: string): MongoError {
  return new MongoError(238, 'NotImplemented', `${what} is not supported by the embedded database`);
}

/** Error 2, for a value that the operator or option does not accept. */
export function badValue(message: string): MongoError {
  return new MongoError(2, 'BadValue', message);
}

/** Error 9, for an expression that cannot be parsed. */
export function failedToParse(message: string): MongoError {
  return new MongoError(9, 'FailedToParse', message);
}

/** Error 14, for a value of a type that the operator does not accept. */
export function typeMismatch(message: string): MongoError {
  return new MongoError(14, 'TypeMismatch', message);
}

/** An error whose code has no name in MongoDB. As in MongoDB, its name contains the code, such as Location40353. */
export function locationError(code: number, message: string): MongoError {
  return new MongoError(code, `Location${code}`, message);
}
