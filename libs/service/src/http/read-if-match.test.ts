import { readIfMatch } from './read-if-match';

describe('If-Match', () => {
  it.each([
    ['"12"', 12],
    ['*', undefined],
    [undefined, undefined],
    ['"3", "12"', 12],
    [' "12" ,, W/"15"', 12],
    ['W/"12"', 0],
    ['"x"', 0],
    ['"a, b"', 0],
    ['""', 0],
    ['"0"', 0],
    ['"012"', 0],
    ['"12-pOq_R-3x"', 12],
    ['"3-a", "12-b"', 12],
    ['W/"12-pOq"', 0],
    ['"12-"', 0],
    ['"-12"', 0],
    ['"12-p q"', 0],
    ['"1234567890123456"', 0],
  ])(
    'with the value %s requires version %s (undefined: any version; 0: a version that no record has)',
    (header, version) => {
      expect(readIfMatch(header)).toBe(version);
    },
  );

  it.each(['12', '"12', 'w/"12"', '"1" "2"', '*, "1"', ',', ''])(
    'is refused if it is not a list of ETags: %s',
    (header) => {
      expect(() => readIfMatch(header)).toThrow('is not a list of ETags');
    },
  );
});
