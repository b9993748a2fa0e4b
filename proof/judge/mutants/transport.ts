/** proof/judge/mutants/transport: correct content in a broken response: status, content type, a truncated body. */
import { family, type Mutant } from '../variant.ts';
import { replies, responses, withHeaders, withoutHeader, withStatus } from '../wrappers/responses.ts';

const { table, wide } = family('transport');

function typed(contentType: string) {
  return responses((response) => withHeaders(response, { 'content-type': contentType }));
}

const halved = responses((response) => ({ ...response, body: response.body.slice(0, response.body.length / 2) }));
const doubled = responses((response) => ({ ...response, body: `${response.body}\n${response.body}` }));
const padded = responses((response) => ({ ...response, body: `)]}',\n${response.body}` }));
const empty = responses((response) => ({ ...response, status: 204, body: '' }));
const withoutDate = replies((response) => withoutHeader(response, 'date'));

export const transportMutants: readonly Mutant[] = [
  ...table({
    'trading-settings': [['plain-text', '4.14/response.json', 'the body is sent as text', typed('text/plain')]],
    'event-by-slug': [
      ['no-type', '4.20/event-by-slug.response.json', 'the response has an empty content type', typed('')],
    ],
    'sampling-simplified-markets': [
      ['halved', '4.15/sampling-simplified-markets.response.json', 'the body is truncated', halved],
    ],
    activity: [['doubled', '4.9/response.json', 'the body contains two documents', doubled]],
    prices: [['guarded', '4.17/response.json', 'the body begins with a guard against scripts', padded]],
    'cancel-order': [['accepted', '4.4/response.status', 'a cancel has status 202', withStatus(202)]],
    heartbeat: [['no-content', '4.2/heartbeat.response.status', 'a heartbeat has status 204 and no body', empty]],
    'heartbeat-v1': [
      ['plain-text', '4.2/heartbeat-v1.response.json', 'the body is sent as text', typed('text/plain; charset=utf-8')],
    ],
    'comment-replies': [['non-authoritative', '4.18/response.status', 'lists have status 203', withStatus(203)]],
  }),
  ...wide('markets', [['no-date', 'D/timestamp-window.date', 'responses have no Date', withoutDate]]),
];
