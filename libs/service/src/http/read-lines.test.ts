import { readLines } from './read-lines';

/** Reads the lines of a body that arrives in the given chunks. */
async function linesOf(parts: readonly (string | Buffer)[], limits: Partial<Parameters<typeof readLines>[1]> = {}) {
  async function* body() {
    for (const part of parts) yield await Promise.resolve(Buffer.from(part));
  }
  const lines = [];
  for await (const line of readLines(body(), { lineBytes: 20, ...limits })) lines.push(line);
  return lines;
}
const texts = async (...args: Parameters<typeof linesOf>) =>
  (await linesOf(...args)).map(({ line, text, fault }) => [line, fault ?? text]);

describe('the lines of an import', () => {
  it('do not depend on how the body is split into chunks', async () => {
    const body = Buffer.from('{"a":"é"}\n\n{"b":2}\r\n  \n{"c":3}');
    const whole = await texts([body]);
    expect(whole).toEqual([
      [1, '{"a":"é"}'],
      [3, '{"b":2}\r'],
      [5, '{"c":3}'],
    ]);
    for (let cut = 1; cut < body.length; cut++) {
      expect(await texts([body.subarray(0, cut), body.subarray(cut)])).toEqual(whole);
    }
  });

  it('are returned with a fault if they are too long, not UTF-8 or nested too deeply, and later lines are still read', async () => {
    const deep = `${'['.repeat(51)}${']'.repeat(51)}`;
    const parts = ['x'.repeat(121), '\n"\xff"\n'.replace('\xff', ''), Buffer.from([0x22, 0xff, 0x22]), `\n${deep}\n{}`];
    expect(await texts(parts, { lineBytes: 120 })).toEqual([
      [1, 'the line is 121 bytes long; at most 120 are accepted'],
      [2, '""'],
      [3, 'body: is not valid UTF-8; expected JSON in UTF-8'],
      [4, 'body: is nested too deeply; at most 50 levels are accepted'],
      [5, '{}'],
    ]);
  });

  it('end with an error if the body has too many lines or bytes', async () => {
    await expect(texts(['1\n2\n3'], { lines: 2 })).rejects.toThrow('at most 2 lines');
    await expect(texts(['1\n', '2\n3'], { bodyBytes: 4 })).rejects.toThrow('at most 4 bytes');
  });
});
