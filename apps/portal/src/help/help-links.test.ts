import { anchorsOf, linksOf } from '@keyhaven/api-docs/markdown/read-markdown';
import { guideGroups } from './guide-order';
import { readLibrary } from './help-library';

const library = readLibrary();
/** Matches paths of the platform that are not help pages. */
const others = /^\/(?:openapi\/(?:v1|v2)\.json|llms\.txt|portal(?:\/.*)?|announcements(?:\.atom)?)$/;

describe('the help pages', () => {
  it.each(library.pages.map((page) => [page.path, page] as const))(
    'contain only links to pages that exist: %s',
    (_path, page) => {
      const broken = linksOf(page.markdown).filter((link) => {
        if (/^https?:/.test(link) || others.test(link)) return false;
        const [path = '', anchor] = link.split('#');
        const target = path === '' ? page : library.find(path);
        return !target || (anchor !== undefined && !anchorsOf(target.markdown).has(anchor));
      });
      expect(broken).toEqual([]);
    },
  );

  it('include no guide that is missing from the navigation', () => {
    const placed = guideGroups.flatMap(({ guides }) => guides.map((name) => `/help/v2/${name}`));
    const guides = library.of('guides').map(({ path }) => path);
    expect(guides.filter((path) => !placed.includes(path))).toEqual([]);
  });

  it('have a title and a summary', () => {
    const incomplete = library.pages.filter(({ title, summary }) => title === '' || summary === '');
    expect(incomplete.map(({ path }) => path)).toEqual([]);
  });

  it('have unique paths', () => {
    expect(new Set(library.pages.map(({ path }) => path)).size).toBe(library.pages.length);
  });
});
