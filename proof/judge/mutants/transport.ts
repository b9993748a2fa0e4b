/** proof/judge/mutants/transport: correct content in a broken response: status, content type, a truncated body. */
import { family, type Mutant } from '../variant.ts';
import { replies, responses, withHeaders, withoutHeader } from '../wrappers/responses.ts';

const { on, wide } = family('transport');

function typed(contentType: string) {
  return responses((response) => withHeaders(response, { 'content-type': contentType }));
}

function status(code: number) {
  return responses((response) => ({ ...response, status: code }));
}

const halved = responses((response) => ({ ...response, body: response.body.slice(0, response.body.length / 2) }));
const doubled = responses((response) => ({ ...response, body: `${response.body}\n${response.body}` }));
const padded = responses((response) => ({ ...response, body: `)]}',\n${response.body}` }));
const empty = responses((response) => ({ ...response, status: 204, body: '' }));
const withoutDate = replies((response) => withoutHeader(response, 'date'));

export const transportMutants: readonly Mutant[] = [
  ...on('trading-settings', [['plain-text', '4.14/response.json', 'the body is sent as text', typed('text/plain')]]),
  ...on('event-by-slug', [
    ['no-type', '4.20/event-by-slug.response.json', 'the response has an empty content type', typed('')],
  ]),
  ...on('sampling-simplified-markets', [
    ['halved', '4.15/sampling-simplified-markets.response.json', 'the body is truncated', halved],
  ]),
  ...on('activity', [['doubled', '4.9/response.json', 'the body contains two documents', doubled]]),
  ...on('prices', [['guarded', '4.17/response.json', 'the body begins with a guard against scripts', padded]]),
  ...on('cancel-order', [['accepted', '4.4/response.status', 'a cancel has status 202', status(202)]]),
  ...on('heartbeat', [
    ['no-content', '4.2/heartbeat.response.status', 'a heartbeat has status 204 and no body', empty],
  ]),
  ...on('heartbeat-v1', [
    ['plain-text', '4.2/heartbeat-v1.response.json', 'the body is sent as text', typed('text/plain; charset=utf-8')],
  ]),
  ...on('comment-replies', [['non-authoritative', '4.18/response.status', 'lists have status 203', status(203)]]),
  ...wide('markets', [['no-date', 'D/timestamp-window.date', 'responses have no Date', withoutDate]]),
];
