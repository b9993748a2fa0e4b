/** conformance/checks/catalog/event-ids: responses of `GET /events/{id}` to ids that only look like an event id (interface 4.20, 7). */
import { textAt } from '../../../base/json.ts';
import { routeById } from '../../../spec/routes.ts';
import { get } from '../../../wire/message.ts';
import type { Check } from '../../check.ts';
import { refusalOf } from '../assertions.ts';
import { claimCheck } from '../definition.ts';
import { pathOf } from '../requests.ts';

const route = routeById('event');

const half = claimCheck('event', 'id.half-number', {
  title: 'an id that only begins with a number is refused',
  clauses: ['4.20/event.id.type'],
  kind: 'error',
  claim: async (context) => {
    const id = `${textAt(context.bindings.events[0], 'id')}abc`;
    return refusalOf(await context.send(get(pathOf(route, id))), `${id} is not an integer`);
  },
});

/** Larger than any integer column can store. */
const HUGE = '9'.repeat(30);

const huge = claimCheck('event', 'id.huge', {
  title: 'an id too large for any column gets the error of every other unknown one, an error of the catalog',
  clauses: ['7/event.not-found'],
  kind: 'error',
  claim: async (context) => refusalOf(await context.send(get(pathOf(route, HUGE))), 'no event has this id'),
  needs: [],
});

export const eventIdChecks: readonly Check[] = [half, huge];
