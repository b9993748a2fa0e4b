/** scenarios/recording/yaml-text: a scenario as YAML for people: small maps on one line, in a fixed order. */
import { Document, isCollection, visit } from 'yaml';
import type { Words } from './request-words.ts';

export type Written = Readonly<{
  comments: readonly string[];
  head: Words;
  steps: readonly Words[];
  /** Steps that clean up, if any. */
  last?: readonly Words[];
  schema: string | undefined;
}>;

const LINE = 120;
/** Maps and lists up to this many characters of JSON are written on one line. */
const FLOW_LENGTH_MAX = 110;

export function scenarioText({ comments, head, steps, last = [], schema }: Written): string {
  const whole = { ...head, steps, ...(last.length > 0 && { finally: last }) };
  const document = new Document(whole, { aliasDuplicateObjects: false, version: '1.2' });
  flowSmall(document);
  const about = [
    ...(schema === undefined ? [] : [`yaml-language-server: $schema=${oneLine(schema)}`]),
    ...comments.map(oneLine),
  ];
  if (about.length > 0) document.commentBefore = about.map((line) => ` ${line}`).join('\n');
  return document.toString({
    lineWidth: LINE,
    singleQuote: true,
    flowCollectionPadding: false,
    collectionStyle: 'any',
  });
}

/** Each key of a step has its own line; its value is on the same line if it is short. */
function flowSmall(document: Document) {
  const tags = document.get('tags', true);
  visit(document, {
    Collection(_, node, path) {
      const isInside = path.filter((parent) => isCollection(parent)).length >= 3 || node === tags;
      if (!isInside || JSON.stringify(node.toJS(document)).length > FLOW_LENGTH_MAX) return undefined;
      node.flow = true;
      return visit.SKIP;
    },
  });
}

function oneLine(text: string) {
  return text.replaceAll(/[\r\n\u2028\u2029]+/g, ' ');
}
