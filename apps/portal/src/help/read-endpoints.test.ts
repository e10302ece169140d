import { apiDocument } from './api-document';
import { readEndpoints } from './read-endpoints';

const pages = readEndpoints();

describe('the endpoint pages', () => {
  it('contain one page for each operation of the OpenAPI document', () => {
    const { paths } = apiDocument().document;
    const count = Object.values(paths).flatMap((item) => Object.keys(item).filter((key) => key !== 'servers')).length;
    expect(pages).toHaveLength(count);
  });

  it.each(pages.map((page) => [page.endpoint!, page.markdown] as const))(
    'show the examples of %s in three languages',
    (endpoint, markdown) => {
      expect(markdown).toContain(`\`${endpoint}\``);
      for (const language of ['sh', 'ts', 'python']) expect(markdown).toContain(`\`\`\`${language}\n`);
      expect(markdown).not.toMatch(/\bundefined\b|\[object Object\]/);
    },
  );

  it('describe the rules of each field, the response and the errors', () => {
    const { markdown } = pages.find(({ path }) => path.endsWith('/create-booking'))!;
    expect(markdown).toMatch(/\| `arrival` \|/);
    expect(markdown).toMatch(/## Answer/);
    expect(markdown).toContain('(/help/v2/errors#nights_taken)');
    expect(markdown).toContain('(/portal/try/create-booking)');
  });
});
