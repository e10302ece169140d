import { parametersOf } from './parameters';

describe('the parameters of an authorization request', () => {
  it('are decoded', () => {
    const query = new URLSearchParams('client_id=c_1&state=a%26b&scope=');
    expect({ ...parametersOf(query) }).toEqual({ client_id: 'c_1', state: 'a&b', scope: '' });
  });

  it('become a list if a name is repeated', () => {
    const query = new URLSearchParams('state=1&state=2&client_id=c_1');
    expect({ ...parametersOf(query) }).toEqual({ state: ['1', '2'], client_id: 'c_1' });
  });

  it('may have the names of built-in object properties', () => {
    const query = new URLSearchParams('__proto__=1&constructor=2');
    expect(Object.keys(parametersOf(query))).toEqual(['__proto__', 'constructor']);
  });
});
