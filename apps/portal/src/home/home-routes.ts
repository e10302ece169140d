import { page, type PageRoute } from '../visit/page-route';
import { homePage } from './home-page';

/** The route of the overview page. */
export function homeRoutes(): PageRoute[] {
  return [page('/portal', homePage)];
}
