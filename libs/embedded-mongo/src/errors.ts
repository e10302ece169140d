/** An error as MongoDB reports it: a code, the code's name and a text; `extra` fields travel beside them in the answer. */
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

/** The refusal of something that MongoDB can do and this database cannot (238): never a wrong answer instead. */
export function notSupported(what: string): MongoError {
  return new MongoError(238, 'NotImplemented', `${what} is not supported by the embedded database`);
}

/** 2: a value that the operator or option cannot take. */
export function badValue(message: string): MongoError {
  return new MongoError(2, 'BadValue', message);
}

/** 9: an expression that cannot be parsed. */
export function failedToParse(message: string): MongoError {
  return new MongoError(9, 'FailedToParse', message);
}

/** 14: a value of a type that the operator does not take. */
export function typeMismatch(message: string): MongoError {
  return new MongoError(14, 'TypeMismatch', message);
}

/** MongoDB's errors without a name of their own are called after their code. */
export function locationError(code: number, message: string): MongoError {
  return new MongoError(code, `Location${code}`, message);
}
