import { page, type PageRoute } from '../visit/page-route';
import { homePage } from './home-page';

/** The overview. */
export function homeRoutes(): PageRoute[] {
  return [page('/portal', homePage)];
}
