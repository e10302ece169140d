import { SentForm } from '@keyhaven/portal/visit/visit';

/** The inputs that a page reads are recorded only if the query or the form of the request contains this field. */
export const PROBE = 'isolation_probe';

/** Records the names of the parameters and fields that pages read. */
export interface PageInputs {
  /** Returns the names that were read since the last call. */
  take: () => { query: string[]; form: string[] };
  end: () => void;
}

const queries: {
  get: (this: URLSearchParams, name: string) => string | null;
  getAll: (this: URLSearchParams, name: string) => string[];
  has: (this: URLSearchParams, name: string, value?: string) => boolean;
} = URLSearchParams.prototype;
const forms: { raw: (this: SentForm, name: string) => string } = SentForm.prototype;

/** Records which parameters the portal's pages in this process read, because no contract lists them. */
export function recordPageInputs(): PageInputs {
  const names = { query: new Set<string>(), form: new Set<string>() };
  const { get, getAll, has } = queries;
  const note = (query: URLSearchParams, name: string) => {
    if (name !== PROBE && has.call(query, PROBE)) names.query.add(name);
  };
  queries.get = function (name) {
    note(this, name);
    return get.call(this, name);
  };
  queries.getAll = function (name) {
    note(this, name);
    return getAll.call(this, name);
  };
  queries.has = function (name, value) {
    note(this, name);
    return value === undefined ? has.call(this, name) : has.call(this, name, value);
  };
  const { raw } = forms;
  forms.raw = function (name) {
    if (raw.call(this, PROBE) !== '') names.form.add(name);
    return raw.call(this, name);
  };
  return {
    take: () => {
      const taken = { query: [...names.query], form: [...names.form] };
      names.query.clear();
      names.form.clear();
      return taken;
    },
    end: () => {
      Object.assign(queries, { get, getAll, has });
      forms.raw = raw;
    },
  };
}
