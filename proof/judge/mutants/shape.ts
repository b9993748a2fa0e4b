/** proof/judge/mutants/shape: fields and values of other shapes than those that `proof/judge/generated` plants. */
import { family } from '../variant.ts';
import { asIso, asJson, edit, set, withKey } from '../wrappers/responses.ts';

const { table } = family('shape');

const described = withKey('description', () => 'An event.');
const withEvents = withKey('events', () => []);
const withRisk = withKey('negativeRisk', () => false);

export const shapeMutants = table({
  markets: [
    ['outcomes-array', '2.5/outcomes.type', 'outcomes is an array', edit('*.outcomes', asJson)],
    ['summary-full', '2.5/summary.only', 'the list carries the full event summary', edit('*.events.*', described)],
  ],
  event: [
    ['market-events', '2.6/markets.no-events', 'markets of an event carry events', edit('markets.*', withEvents)],
  ],
  profile: [['users-object', '2.8/users.type', 'users is an object', set('users', {})]],
  positions: [['timestamp-iso', '2.1/timestamp.type', 'moments are ISO texts', edit('*.timestamp', asIso)]],
  'closed-positions': [['negative-risk', '2.2/negativeRisk.absent', 'rows have negativeRisk', edit('*', withRisk)]],
});
