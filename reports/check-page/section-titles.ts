/** reports/check-page/section-titles: the subject of each section of the interface. */
import { routeName } from '../../spec/clauses/clause.ts';
import { ROUTES } from '../../spec/routes.ts';

const TITLES: Readonly<Record<string, string>> = {
  '1': 'The service',
  '2': 'Resources',
  '2.1': 'Position',
  '2.2': 'Closed position',
  '2.3': 'Activity entry',
  '2.4': 'Holder group',
  '2.5': 'Catalog market',
  '2.6': 'Catalog event',
  '2.7': 'Event creator',
  '2.8': 'Public profile',
  '2.9': 'Comment',
  '2.10': 'Trading market',
  '2.11': 'Simplified market',
  '2.12': 'Rewards',
  '2.13': 'Token',
  '2.14': 'Order book',
  '2.15': 'Live order',
  '2.16': 'Builder trade',
  '2.17': 'Trading settings',
  '2.18': 'Order submission',
  '3': 'States and transitions',
  '4': 'Endpoints',
  '4.1': 'All routes',
  '5': 'Authentication',
  '6': 'Events',
  '7': 'Errors',
  '8': 'Limits',
  '8.1': 'Limits of the catalog',
  '8.2': 'Limits of order-book reads',
  '8.3': 'Limits of trading writes',
  '8.4': 'Bounds of parameters',
  '8.5': 'Conduct of clients',
  '9': 'Versions',
};

/** A section of a route has the name of the route. */
export function sectionTitle(section: string): string {
  const routes = ROUTES.filter((route) => route.section === section);
  return TITLES[section] ?? routes.map(routeName).join(', ');
}
