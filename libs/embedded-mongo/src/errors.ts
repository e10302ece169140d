/** An error as MongoDB reports it: a code, the code's name and a message; `extra` fields are sent along with these. */
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
 * Refuses a feature that MongoDB has and this database lacks (238). An unsupported feature never gives a wrong result.
 */
export function notSupported(what: string): MongoError {
  return new MongoError(238, 'NotImplemented', `${what} is not supported by the embedded database`);
}

/** 2: a value that the operator or option does not accept. */
export function badValue(message: string): MongoError {
  return new MongoError(2, 'BadValue', message);
}

/** 9: an expression that cannot be parsed. */
export function failedToParse(message: string): MongoError {
  return new MongoError(9, 'FailedToParse', message);
}

/** 14: a value of a type that the operator does not accept. */
export function typeMismatch(message: string): MongoError {
  return new MongoError(14, 'TypeMismatch', message);
}

/** MongoDB names errors that have no specific name after their code. */
export function locationError(code: number, message: string): MongoError {
  return new MongoError(code, `Location${code}`, message);
}
