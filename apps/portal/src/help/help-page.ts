/** A help page, before it is rendered. */
export interface HelpPage {
  /** The path of the page, such as /help/v2/paging. */
  path: string;
  title: string;
  /** The first paragraph of the page, as one line. */
  summary: string;
  /** The content of the page, with the title as the first heading. Links to other help pages are paths on this site. */
  markdown: string;
  section: Section;
  /** The group of the endpoint that the page describes, such as Bookings. */
  tag?: string;
  /** The method and path of the endpoint that the page describes. */
  endpoint?: string;
}

export type Section = 'guides' | 'endpoints' | 'operators' | 'developers';

/** The first page of each section. */
export const sectionPaths: Readonly<Record<Section, string>> = {
  guides: '/help/v2',
  endpoints: '/help/v2/endpoints',
  operators: '/help/operators',
  developers: '/help/developers',
};
