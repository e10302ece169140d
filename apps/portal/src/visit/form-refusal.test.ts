import { ApiError } from '@keyhaven/contracts/shared/errors';
import { asSentence, orRefused, refusalOf } from './form-refusal';

describe('asSentence', () => {
  it('returns a text that begins with a capital letter and ends with a punctuation mark', () => {
    expect(asSentence('expected a name')).toBe('Expected a name.');
    expect(asSentence('Try again!')).toBe('Try again!');
  });

  it('does not change a value at the beginning of the message', () => {
    expect(asSentence('http://a.example begins with http:')).toBe('http://a.example begins with http:.');
    expect(asSentence('ada@example.com is taken')).toBe('ada@example.com is taken.');
  });
});

describe('refusalOf', () => {
  it('puts messages that begin with a field name below that field, and other messages above the form', () => {
    const error = new ApiError('bad_request', ['name: expected a name', 'redirect_uris.1: expected an address', 'no']);
    expect(refusalOf(error, ['name', 'redirect_uris'])).toEqual({
      status: 400,
      fields: { name: 'Expected a name.', redirect_uris: 'Expected an address.' },
      general: ['No.'],
    });
  });

  it('shows a message above the form if the message is about a field that the form does not have', () => {
    const { fields, general } = refusalOf(new ApiError('conflict', 'scope: is taken'), ['name']);
    expect([fields, general]).toEqual([{}, ['scope: is taken.']]);
  });

  it.each(['not_found', 'unavailable'] as const)('rethrows the error %s instead of showing it in the form', (code) => {
    const error = new ApiError(code, 'x', { 'Retry-After': '2' });
    expect(() => refusalOf(error)).toThrow(error);
  });
});

describe('orRefused', () => {
  const page = (html: string) => ({ kind: 'page' as const, status: 200, html });
  const show = jest.fn(({ fields }: { fields: object }) => page(JSON.stringify(fields)));

  it('returns the page of the action, or the form page if the action was refused', async () => {
    expect(await orRefused(() => Promise.resolve(page('done')), show)).toEqual(page('done'));
    expect(show).not.toHaveBeenCalled();
    const refused = () => Promise.reject(new ApiError('bad_request', 'name: expected a name'));
    expect(await orRefused(refused, show, ['name'])).toEqual(page('{"name":"Expected a name."}'));
  });

  it('rethrows errors that are not refusals', async () => {
    await expect(orRefused(() => Promise.reject(new Error('broken')), show)).rejects.toThrow('broken');
  });
});
