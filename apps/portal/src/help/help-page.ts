/** A page of the help, before it is rendered. */
export interface HelpPage {
  /** The address of the page, such as /help/v2/paging. */
  path: string;
  title: string;
  /** The first paragraph, as one line. */
  summary: string;
  /** The content of the page, with the title as the first heading. Links are addresses of the help. */
  markdown: string;
  section: Section;
  /** The group of an endpoint, such as Bookings. */
  tag?: string;
  /** The method and path of an endpoint. */
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
