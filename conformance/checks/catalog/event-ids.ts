/** conformance/checks/catalog/event-ids: responses of `GET /events/{id}` to ids that only look like an event id (interface 4.20, 7). */
import { textAt } from '../../../spec/json.ts';
import { routeById } from '../../../spec/routes.ts';
import { get } from '../../../wire/message.ts';
import type { Check } from '../../check.ts';
import { refusal } from '../assertions.ts';
import { check } from '../definition.ts';
import { pathOf } from '../requests.ts';

const route = routeById('event');

const half = check('event', 'id.half-number', {
  title: 'an id that only begins with a number is refused',
  clauses: ['4.20/event.id.type'],
  kind: 'error',
  run: async (context) => {
    const id = `${textAt(context.bindings.events[0], 'id')}abc`;
    const response = await context.send(get(pathOf(route, id)));
    context.judge(refusal('4.20/event.id.type', response, `${id} is not an integer`));
  },
});

/** Larger than any integer column can store. */
const HUGE = '9'.repeat(30);

const huge = check('event', 'id.huge', {
  title: 'an id too large for any column gets the error of every other unknown one, an error of the catalog',
  clauses: ['7/event.not-found'],
  kind: 'error',
  run: async (context) => {
    const response = await context.send(get(pathOf(route, HUGE)));
    context.judge(refusal('7/event.not-found', response, 'no event has this id'));
  },
  needs: [],
});

export const eventIdChecks: readonly Check[] = [half, huge];
