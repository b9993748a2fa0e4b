/** proof/judge/generated/responses: each route missing, closed, or with another status, shape or form of errors. */
import { isObject, parseJson } from '../../../base/json.ts';
import type { ErrorCondition } from '../../../spec/errors.ts';
import { errorStatus, loadProfile } from '../../../spec/profile.ts';
import type { Route } from '../../../spec/route.ts';
import { clauseIdOf, ROUTES } from '../../../spec/routes.ts';
import type { Response } from '../../../wire/message.ts';
import type { Mutant, Wrap } from '../variant.ts';
import { refusal } from '../wrappers/requests.ts';
import { bodies, refusalsThat, responses, withBody, withHeaders, withStatus } from '../wrappers/responses.ts';
import { breaking, type GeneratedRow, when } from './table.ts';

export function responseMutants(): readonly Mutant[] {
  return ROUTES.flatMap((route) => [
    ...breaking('shape', route.id, ofSuccess(route)),
    ...breaking('error', route.id, ofErrors(route)),
  ]);
}

function ofSuccess(route: Route): readonly GeneratedRow[] {
  const clause = (aspect: string) => clauseIdOf(route.id, aspect);
  return [
    ['stub', clause('exists'), 'the route answers 405', always(405)],
    ...when(route.auth === 'none' && route.id !== 'builder-trades', [
      'closed',
      clause('open'),
      'unsigned requests are refused',
      always(401),
    ]),
    ['created', clause('response.status'), 'success has status 201', withStatus(201)],
    ['text', clause('response.json'), 'bodies are plain text', responses(asText)],
    ['cut', clause('response.json'), 'bodies lack their last character', responses(cut)],
    ...when(route.item?.at === '', [
      'in-data',
      clause('response.shape'),
      'bodies are in an envelope',
      bodies((json) => ({ data: json })),
    ]),
    ['in-array', clause('response.shape'), 'bodies are in an array', bodies((json) => [json])],
  ];
}

export const always =
  (status: number): Wrap =>
  (handle) =>
  (request) =>
    refusal(handle, request, status);

const asText = (response: Response): Response => withHeaders(response, { 'content-type': 'text/plain' });
export const cut = (response: Response): Response => ({ ...response, body: response.body.slice(0, -1) });

/** Ways to write a refusal that no family has. */
export const FORMS: readonly (readonly [what: string, title: string, form: (refused: Response) => Response])[] = [
  ['nested', 'is nested', (refused) => withBody(refused, { error: { message: textOf(refused) } })],
  ['under-message', 'is under message', (refused) => withBody(refused, { message: textOf(refused) })],
  ['empty', 'is an empty object', (refused) => withBody(refused, {})],
  ['silent', 'has no body', (refused) => ({ ...refused, body: '' })],
  ['html', 'is an HTML page', (refused) => ({ ...asText(refused), body: '<!doctype html><title>Error</title>' })],
];

function ofErrors(route: Route): readonly GeneratedRow[] {
  const { id, errors } = route;
  return errors.flatMap((condition) => {
    const is = isOf(condition, route);
    return [
      ...FORMS.map(
        ([what, title, form]): GeneratedRow => [
          `${condition}-${what}`,
          clauseIdOf(id, 'error.family'),
          `the error ${condition} ${title}`,
          refusalsThat(is, form),
        ],
      ),
      ...when(route.method === 'GET' && route.family !== 'wallet', [
        `${condition}-forgiven`,
        clauseIdOf(id, `error.${condition}`),
        `the error ${condition} has status 200`,
        refusalsThat(is, (response) => ({ ...response, status: 200 })),
      ]),
    ];
  });
}

function textOf(response: Response) {
  const json = parseJson(response.body);
  return isObject(json) ? String(json['error']) : '';
}

/** How the errors of wallet routes with the status of another condition begin. */
const CODES: Partial<Record<ErrorCondition, string>> = {
  'missing-field': 'missing_field',
  'unknown-field': 'unknown_field',
  'not-allowlisted': 'unauthorized: ip_not_allowlisted',
};

function isOf(condition: ErrorCondition, { family: shape }: Route): (response: Response) => boolean {
  const status = errorStatus(loadProfile('document'), condition);
  const code = shape === 'wallet' ? (CODES[condition] ?? '') : '';
  return (response) => response.status === status && textOf(response).startsWith(code);
}
