import { AnswerCache } from './answer-cache';

const chunks = (text: string) => [...text].map((letter) => Buffer.from(letter));

describe('the bytes of an answer', () => {
  it('are put together once, for as long as there is room', () => {
    const cache = new AnswerCache(100);
    const first = cache.bytesOf('a', chunks('{"a":1}'));
    expect(first.toString()).toBe('{"a":1}');
    expect(cache.bytesOf('a', [])).toBe(first);
    for (let other = 0; other < 20; other++) cache.bytesOf(`other-${other}`, chunks('1234567890'));
    expect(cache.bytesOf('a', chunks('again')).toString()).toBe('again');
  });

  it('are not kept where one answer would push out many', () => {
    const cache = new AnswerCache(100);
    const large = chunks('x'.repeat(50));
    expect(cache.bytesOf('large', large)).not.toBe(cache.bytesOf('large', large));
  });
});
