import type { NavigationGroup } from '@keyhaven/pages/document/site-page';
import { guideGroups } from './guide-order';
import type { HelpLibrary } from './help-library';
import { type HelpPage, sectionPaths } from './help-page';
import { HeadingIds } from '@keyhaven/api-docs/markdown/heading-ids';
import { tagsOf } from './section-indexes';

/**
 * Returns the navigation of the help pages: the guides, the groups of endpoints, and the endpoints of the current
 * page's group.
 */
export function helpNavigation(library: HelpLibrary, page?: HelpPage): NavigationGroup[] {
  const endpoints = library.of('endpoints');
  if (page?.section === 'operators' || page?.section === 'developers') {
    const { section } = page;
    return [
      { links: [{ href: sectionPaths.guides, text: 'Help for programs' }] },
      {
        title: section === 'operators' ? 'Operators' : 'Developers',
        links: [{ href: sectionPaths[section], text: 'Overview' }, ...library.of(section).map(linkTo)],
      },
    ];
  }
  const ids = new HeadingIds();
  return [
    { links: [{ href: sectionPaths.guides, text: 'Overview' }] },
    ...(page?.tag === undefined
      ? []
      : [{ title: page.tag, links: endpoints.filter(({ tag }) => tag === page.tag).map(linkTo) }]),
    ...guideGroups.map(({ title, guides }) => ({
      title,
      links: guides.flatMap((name) => {
        const guide = library.find(`${sectionPaths.guides}/${name}`);
        return guide ? [linkTo(guide)] : [];
      }),
    })),
    {
      title: 'Endpoints',
      links: [
        { href: sectionPaths.endpoints, text: 'All endpoints' },
        ...tagsOf(endpoints).map((tag) => ({ href: `${sectionPaths.endpoints}#${ids.next(tag)}`, text: tag })),
      ],
    },
    {
      title: 'Other readers',
      links: [
        { href: sectionPaths.operators, text: 'Operators' },
        { href: sectionPaths.developers, text: 'Developers' },
      ],
    },
  ];
}

function linkTo({ path, title }: HelpPage) {
  return { href: path, text: title };
}
