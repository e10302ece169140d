import { changesPage } from './changes-page';
import { guideGroups } from './guide-order';
import { type HelpPage, type Section, sectionPaths } from './help-page';
import { readEndpoints } from './read-endpoints';
import { readGuides } from './read-guides';
import { sectionIndexes } from './section-indexes';

/** All help pages. They change only when the program is updated, so they are read once. */
export interface HelpLibrary {
  pages: readonly HelpPage[];
  find(path: string): HelpPage | undefined;
  of(section: Section): HelpPage[];
}

export function readLibrary(): HelpLibrary {
  const contents = [...sortGuides([...readGuides(), changesPage()]), ...readEndpoints()];
  const pages = [...sectionIndexes(contents), ...contents];
  const byPath = new Map(pages.map((page) => [page.path, page]));
  return {
    pages,
    find: (path) => byPath.get(path),
    of: (section) => pages.filter((page) => page.section === section && page.path !== sectionPaths[section]),
  };
}

/** Sorts guides in the order of the navigation. Guides that are not in the navigation come last. */
function sortGuides(pages: readonly HelpPage[]): HelpPage[] {
  const order: string[] = guideGroups.flatMap(({ guides }) => guides.map((name) => `${sectionPaths.guides}/${name}`));
  const placeOf = ({ path }: HelpPage) => (order.includes(path) ? order.indexOf(path) : order.length);
  return [...pages].sort((one, other) => placeOf(one) - placeOf(other));
}
