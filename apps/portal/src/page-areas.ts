import type { PortalServices } from './services/portal-services';
import { announcementRoutes } from './announcements/announcement-routes';
import { appRoutes } from './apps/app-routes';
import { authorizedAppRoutes } from './authorized-apps/authorized-app-routes';
import { bookingRoutes } from './bookings/booking-routes';
import { calendarRoutes } from './calendar/calendar-routes';
import { consentRoutes } from './consent/consent-routes';
import { homePage } from './home/home-page';
import { linkRoutes } from './links/link-routes';
import { peopleRoutes } from './people/people-routes';
import { profileRoutes } from './profile/profile-routes';
import { quoteRoutes } from './quotes/quote-routes';
import { requestLogRoutes } from './request-log/request-log-routes';
import { signInRoutes } from './sign-in/sign-in-routes';
import { tokenRoutes } from './tokens/token-routes';
import { tryRoutes } from './try/try-routes';
import { webhookRoutes } from './webhooks/webhook-routes';
import { page, type PageRoute } from './visit/page-route';

/**
 * The routes of all pages. Each area of pages is a folder. Add its routes here, and its link in layout/navigation.ts.
 */
export function pageAreas(services: PortalServices): PageRoute[] {
  return [
    ...signInRoutes(services),
    ...calendarRoutes(services),
    ...bookingRoutes(services),
    ...quoteRoutes(services),
    ...linkRoutes(services),
    ...consentRoutes(services),
    page('/portal', homePage),
    ...appRoutes(services),
    ...authorizedAppRoutes(services),
    ...tokenRoutes(services),
    ...tryRoutes(services),
    ...webhookRoutes(services),
    ...requestLogRoutes(services),
    ...announcementRoutes(services),
    ...peopleRoutes(services),
    ...profileRoutes(services),
  ];
}
