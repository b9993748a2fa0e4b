/** proof/judge/quirks/protocol: other statuses and types of errors, and headers about versions (6, 7, 9). */
import { BAD_REQUEST } from '../../../spec/errors.ts';
import type { Profile } from '../../../spec/profile.ts';
import { quirks, type Wrap } from '../variant.ts';
import { profiled } from '../wrappers/profile-with.ts';
import { errors, replies, restated } from '../wrappers/responses.ts';

const withStatuses = (statuses: Partial<Profile['statuses']>) =>
  profiled((document) => ({ statuses: { ...document.statuses, ...statuses } }));

function withHeaders(more: Readonly<Record<string, string>>): Wrap {
  return replies((response) => ({ ...response, headers: { ...response.headers, ...more } }));
}

export const protocolQuirks = quirks([
  [
    'streams-offered',
    'D/streams: WebSocket channels for markets and users',
    withHeaders({
      link: '<wss://stream.example/market>; rel="alternate", <wss://stream.example/user>; rel="alternate"',
    }),
  ],
  ['status-422', 'D/statuses: 422 for bad parameters', withStatuses({ badRequest: 422 })],
  ['status-403-allowlist', 'D/statuses: 403 for the allowlist', restated(/ip_not_allowlisted/, 403)],
  ['status-503-halted', 'D/statuses: 503 while matching is halted', withStatuses({ notAccepting: 503 })],
  [
    'internal-bad-request',
    'D/internal-typed: bad request',
    errors((json) => (json['type'] === 'internal error' ? { ...json, type: BAD_REQUEST } : json)),
  ],
  ['version-header', 'D/versioning: a version header', withHeaders({ 'api-version': '2026-07' })],
  [
    'sunset-header',
    'D/versioning: a sunset date',
    withHeaders({ deprecation: '@1798761600', sunset: 'Fri, 01 Jan 2027 00:00:00 GMT' }),
  ],
]);
