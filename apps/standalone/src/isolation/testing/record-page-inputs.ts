import { SentForm } from '@keyhaven/portal/visit/visit';

/** The parameter and field that mark a visit as recorded. */
export const PROBE = 'isolation_probe';

/** The names of the parameters and fields that pages have read from recorded visits. */
export interface PageInputs {
  /** Returns the names since the last call. */
  take: () => { query: string[]; form: string[] };
  end: () => void;
}

/** Records what the pages of the portal in this process read, because no contract lists it. */
export function recordPageInputs(): PageInputs {
  const names = { query: new Set<string>(), form: new Set<string>() };
  const { get, getAll, has } = URLSearchParams.prototype;
  const note = (query: URLSearchParams, name: string) => {
    if (name !== PROBE && has.call(query, PROBE)) names.query.add(name);
  };
  URLSearchParams.prototype.get = function (name) {
    note(this, name);
    return get.call(this, name);
  };
  URLSearchParams.prototype.getAll = function (name) {
    note(this, name);
    return getAll.call(this, name);
  };
  URLSearchParams.prototype.has = function (name, value) {
    note(this, name);
    return value === undefined ? has.call(this, name) : has.call(this, name, value);
  };
  const { raw } = SentForm.prototype;
  SentForm.prototype.raw = function (name) {
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
      Object.assign(URLSearchParams.prototype, { get, getAll, has });
      SentForm.prototype.raw = raw;
    },
  };
}
