/** proof/judge/mutants/consistency-market: trading markets, settings and lists that contradict each other. */
import { flagAt, isObject, parseJson } from '../../../base/json.ts';
import { family, type Mutant, type Wrap } from '../variant.ts';
import { inverted, lastGone, reversed, shouted, times } from '../wrappers/edit.ts';
import { refusal } from '../wrappers/requests.ts';
import { alwaysFirst, copy, edit, set } from '../wrappers/responses.ts';

const { on } = family('consistency');

const closedGone: Wrap = (handle) => (request) => {
  const condition = request.path.split('/').at(-1) ?? '';
  const { body } = handle({ ...request, path: `/markets/${condition}` });
  const json = parseJson(body);
  return isObject(json) && flagAt(json, 'closed') === true ? refusal(handle, request, 404) : handle(request);
};

export const marketConsistencyMutants: readonly Mutant[] = [
  ...on('trading-market', [
    ['always-first', '4.13/condition_id.match', 'every id gives the same market', alwaysFirst],
    ['closed-gone', '4.13/condition_id.match', 'closed markets are not found', closedGone],
    ['question-other', '2.10/catalog.same', 'the question differs from the catalog', edit('question', shouted)],
    ['flags-late', '3/flags.views', 'closed is inverted', edit('closed', inverted)],
    ['event-stale', '2.10/event.same', 'the event has an old title', edit('event.title', shouted)],
    [
      'tokens-other',
      '2.13/token_id.same',
      'token ids are other ones',
      edit('tokens.*.token_id', (id) => `${String(id)}0`),
    ],
    ['assets-reversed', '2.10/assets_ids.tokens', 'assets_ids are in reverse', edit('assets_ids', reversed)],
    ['outcomes-reversed', '2.10/outcomes.tokens', 'outcomes come in the other order', edit('outcomes', reversed)],
    ['tick-zero', '2.10/minimum_tick_size.positive', 'the tick is 0', set('minimum_tick_size', 0)],
    ['cents', '2.13/price.range', 'prices of tokens are in cents', edit('tokens.*.price', times(100))],
    ['winner-early', '2.13/winner.open', 'the first token of every market wins', set('tokens.first.winner', true)],
    ['token-twice', '2.13/token_id.unique', 'both tokens have one id', set('tokens.*.token_id', '1')],
  ]),
  ...on('trading-settings', [
    ['always-first', '4.14/condition_id.match', 'every id gives the same settings', alwaysFirst],
    ['closed-gone', '4.14/condition_id.match', 'closed markets are not found', closedGone],
    ['token-single', '2.17/t.outcomes', 'the last token is left out', edit('t', lastGone)],
    ['risk-inverted', 'D/settings-keys.nr', 'nr is inverted', edit('nr', inverted)],
    ['tick-size', 'D/settings-keys.mts', 'mts is the smallest size', copy('mts', 'mos')],
  ]),
  ...on('sampling-markets', [
    [
      'question-other',
      '4.15/sampling-markets.trading.same',
      'questions differ from the market',
      edit('data.*.question', shouted),
    ],
  ]),
  ...on('sampling-simplified-markets', [
    ['assets-reversed', '2.11/assets_ids.tokens', 'assets_ids are in reverse', edit('data.*.assets_ids', reversed)],
  ]),
  ...on('simplified-markets', [
    ['question-other', '2.11/trading.same', 'questions differ from the market', edit('data.*.question', shouted)],
  ]),
];
