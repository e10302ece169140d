import { ApiError } from './errors';

describe('the messages of an error', () => {
  it('are well-formed Unicode, even if they contain a value that was cut in the middle of an emoji', () => {
    const cut = 'the 🏠'.slice(0, 5);
    expect(new ApiError('bad_request', `name: ${cut}`).messages).toEqual(['name: the \ufffd']);
    expect(new ApiError('bad_request', ['name: 🏠', cut]).body.messages).toEqual(['name: 🏠', 'the \ufffd']);
  });
});
