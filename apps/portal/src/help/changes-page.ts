import { changesInMarkdown } from '@keyhaven/contracts/platform/changes-table';
import { type HelpPage, sectionPaths } from './help-page';

const title = 'Changes';
const summary =
  'The changes of the API with the dates from which they apply, and what to use instead of what was removed.';

/**
 * The help page with all changes of the API. The announcements in new installations, and the errors for removed
 * operations and parameters, are made from the same list of changes.
 */
export function changesPage(): HelpPage {
  const markdown = `# ${title}\n\n${summary} [Versions](/help/v2/versions) has the rules for changes.\n\n${changesInMarkdown()}`;
  return { path: `${sectionPaths.guides}/changes`, title, summary, section: 'guides', markdown };
}
