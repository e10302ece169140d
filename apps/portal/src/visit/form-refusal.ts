import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { Reply } from './reply';

/** Why a form was refused: the errors of its fields, and the errors of the form as a whole. */
export interface FormRefusal {
  status: number;
  fields: Readonly<Record<string, string>>;
  general: readonly string[];
}

/** Stands for "not refused" when a page with a form is shown without errors. */
export const noRefusal: FormRefusal = { status: 200, fields: {}, general: [] };

/**
 * Converts an error of a service to a refusal of the form. If an error message is about a field, it begins with the
 * name of this field.
 * @param fields the names of the form's fields. Messages about other fields apply to the form as a whole.
 * @throws the error itself, if it is not an ApiError, or if its status is 404 or at least 500: changing the form does
 * not help then.
 */
export function refusalOf(error: unknown, fields: readonly string[] = []): FormRefusal {
  if (!(error instanceof ApiError) || error.status >= 500 || error.status === 404) throw error;
  const byField: Record<string, string> = {};
  const general: string[] = [];
  for (const message of error.messages) {
    const [, name = '', rest = ''] = /^([a-z_]+(?:\.[a-z_]+)*)(?:\.\d+)?: ([^]*)$/.exec(message) ?? [];
    if (fields.includes(name)) byField[name] ??= asSentence(rest);
    else general.push(asSentence(message));
  }
  return { status: error.status, fields: byField, general };
}

/**
 * Runs the action of a form, and shows the refusal if the action is refused.
 * @param show a function that returns the page with the refusal, usually the page of the form.
 * @param fields the names of the form's fields, as for `refusalOf`.
 */
export async function orRefused(
  work: () => Promise<Reply>,
  show: (refusal: FormRefusal) => Reply | Promise<Reply>,
  fields?: readonly string[],
): Promise<Reply> {
  try {
    return await work();
  } catch (error) {
    const reply = await show(refusalOf(error, fields));
    const retryAfter = error instanceof ApiError ? error.headers['Retry-After'] : undefined;
    return reply.kind === 'page' ? { ...reply, retryAfter } : reply;
  }
}

/** Returns a refusal for fields that the portal itself has checked. */
export function refuse(fields: Readonly<Record<string, string>>): FormRefusal {
  return { status: 400, fields, general: [] };
}

/**
 * Converts a message of the API to a sentence. A value at the beginning of the message, such as a URL, stays unchanged.
 */
export function asSentence(message: string): string {
  const text = message.trim();
  const [first = ''] = text.split(/\s/);
  const begin = /^[a-z]+,?$/.test(first) ? text.charAt(0).toUpperCase() : text.charAt(0);
  return `${begin}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}
