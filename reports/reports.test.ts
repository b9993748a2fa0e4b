import { describe, expect, it } from 'vitest';
import { Report } from '../conformance/report.ts';
import { everyVerdict, finding, HOSTILE, hostileReport, report, result } from './fixtures/report.ts';
import { FORMATS } from './formats.ts';
import { jsonReport } from './json.ts';
import { markdownReport } from './markdown.ts';
import { junitReport } from './test-reports.ts';
import { textReport } from './text.ts';
import { fenced, visible } from './untrusted.ts';

/** A small strict reader of XML: names, attributes, texts; throws on anything that is not well formed. */
function parseXml(text: string): { name: string; attributes: Record<string, string>; text: string }[] {
  const elements: { name: string; attributes: Record<string, string>; text: string }[] = [];
  const open: typeof elements = [];
  const decode = (raw: string): string => {
    if (/&(?!#\d+;)|</.test(raw)) throw new Error(`not escaped: ${raw}`);
    return raw.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
  };
  const rest = text
    .replace(/^<\?xml[^>]*\?>/, '')
    .replaceAll(/<(\/?)([a-z-]+)((?: [a-z]+="[^"<]*")*)(\/?)>|([^<]+)/g, (_, end, name, attributes, empty, content) => {
      if (content !== undefined) {
        const last = open.at(-1);
        if (last !== undefined) last.text += decode(content);
      } else if (end === '/') {
        if (open.pop()?.name !== name) throw new Error(`unbalanced ${name}`);
      } else {
        const pairs = [...attributes.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, key, value]) => [key, decode(value)]);
        const element = { name, attributes: Object.fromEntries(pairs), text: '' };
        elements.push(element);
        if (empty !== '/') open.push(element);
      }
      return '';
    });
  if (rest.trim() !== '' || open.length > 0) throw new Error(`not well formed: ${rest}`);
  return elements;
}

describe('text', () => {
  const text = textReport(everyVerdict);

  it('ends with capabilities, numbers, verdict and the next steps', () => {
    expect(text.slice(text.indexOf('capabilities '))).toBe(
      [
        'capabilities  claimed read; blocked wallet; not claimed trading',
        'checks        1 pass, 2 fail, 1 warn, 1 note, 1 not-testable, 1 not-applicable, 1 blocked, 1 not-run, 1 error',
        'coverage      2 of 3 MUST clauses of the claimed capabilities verified (66.6%)',
        'result        1 of 2 verified clauses passed (50.0%)',
        'requests      10',
        '1 MUST clauses were not seen; checks that are not testable say what they need.',
        '1 check has warnings: probable mistakes that break no MUST. --strict counts them as failures.',
        'Writes were not judged: give --credentials FILE and --allow-writes.',
        '',
        'verdict       non-conformant',
        '',
        'next  GET /positions: expected a number; ' +
          'got "5" at /0/size (gain 1 clause) - touchstone explain 4.8/limit.max',
        'next  expected a number; got "5" at /0/size (a warning) - touchstone explain 4.8/limit.above',
        '',
      ].join('\n'),
    );
  });

  it('advises under recorded traffic to send requests', () => {
    const traffic = textReport({ ...everyVerdict, target: 'x.har (recorded)' });
    expect(traffic).toContain('1 MUST clauses were not seen; touchstone check URL sends the requests that show more.');
  });

  it('shows a failure with clause, request, expected, actual and curl', () => {
    expect(text).toContain(
      [
        'FAIL a.fail  title of a.fail',
        '  clause    4.8/limit.max (MUST) (and 4 more like it)',
        '  request   GET $TARGET/positions?limit=500',
        '  expected  a number',
        '  actual    "5" at /0/size',
        '  response  200 application/json [{"size":"5"}]',
        '  curl      curl -sS -i "$TARGET"/positions?limit=500',
      ].join('\n'),
    );
  });

  it('lists everything but passes', () => {
    for (const { id, verdict } of everyVerdict.checks) {
      expect(text.includes(id), id).toBe(!['pass', 'not-applicable', 'not-run'].includes(verdict));
    }
    expect(text).not.toContain('FAIL a.expected');
  });

  it('names each choice of a check that only notes, once', () => {
    const findings = ['D/book-hash', 'D/book-levels.bids', 'D/book-hash'].map((clause) => finding('note', { clause }));
    const noted = report([result('a.form', 'note', { findings })]);
    const differs = [...textReport(noted).matchAll(/a\.form: (\S+) differs/g)].map(([, clause]) => clause);
    expect(differs).toEqual(['D/book-hash', 'D/book-levels.bids']);
    expect(markdownReport(noted)).toContain('### Notes (2)');
  });

  it('lists what was not verified, unless checks were left out on request', () => {
    const left = (filtered: boolean): string => textReport(report([result('a.pass', 'pass')], { filtered }));
    expect(left(false)).toContain('4.8/title.maxLength');
    expect(left(true)).not.toContain('4.8/title.maxLength');
  });

  it('says beside the verdict that every failure was expected, and that entries are stale', () => {
    const foreseen = result('a.fail', 'fail', { expected: true, findings: [finding('fail')] });
    const says = (checks: Parameters<typeof report>[0], stale: string[] = []): string =>
      textReport(report(checks, { stale }));
    expect(says([foreseen])).toContain('\nEvery failure was expected: none of them counts against the exit code.\n');
    expect(says([foreseen, result('a.new', 'fail')])).not.toContain('Every failure was expected');
    expect(says([result('a.pass', 'pass')])).not.toContain('Every failure was expected');
    expect(says([foreseen], ['a.old: no longer fails'])).toContain(
      '\nTake what is stale out of the expectations file.\n',
    );
  });

  it('has colours only on request', () => {
    expect(text).not.toContain('\u001b');
    expect(textReport(everyVerdict, true)).toContain('\u001b[1m\u001b[31mnon-conformant');
  });
});

describe('JUnit', () => {
  const elements = parseXml(junitReport(everyVerdict));
  const byName = (name: string) => elements.filter((element) => element.name === name);

  it('counts tests, failures, errors and skips', () => {
    expect(byName('testsuites')[0]?.attributes).toEqual({
      name: 'touchstone',
      tests: '10',
      failures: '1',
      errors: '1',
    });
    expect(byName('testcase')).toHaveLength(10);
    expect([byName('failure'), byName('error'), byName('skipped')].map(({ length }) => length)).toEqual([1, 1, 5]);
  });

  it('fails for each stale expectation, as the exit code does', () => {
    const stale = parseXml(junitReport(report([result('a.pass', 'pass')], { stale: ['a.old: no longer fails', 'b'] })));
    expect(stale[0]?.attributes).toMatchObject({ tests: '3', failures: '2' });
    expect(stale.filter(({ name }) => name === 'testcase').map(({ attributes }) => attributes['name'])).toEqual([
      'a.pass',
      'a.old: no longer fails',
      'b',
    ]);
  });

  it('says why, and how to repeat it', () => {
    expect(byName('failure')[0]?.attributes['message']).toBe('4.8/limit.max: expected a number, was "5" at /0/size');
    expect(byName('failure')[0]?.text).toContain('curl -sS -i "$TARGET"/positions?limit=500');
    expect(byName('skipped').map(({ attributes }) => attributes['message'])).toEqual([
      'failed as expected',
      'not-testable: no row; add a row',
      'not-applicable: not claimed',
      'blocked: timeout',
      'not-run: left out',
    ]);
    expect(byName('system-out').map(({ text }) => text.split('\n')[0])).toEqual(['warn', 'note']);
  });
});

describe('Markdown', () => {
  it('has the verdict first, then numbers, then failures with a line to repeat them', () => {
    const summary = markdownReport(everyVerdict);
    expect(summary).toMatch(/^## Touchstone: non-conformant\n\n\| \| \|/);
    expect(summary).toContain('### Failures (1)');
    expect(summary).toContain('```sh\ncurl -sS -i "$TARGET"/positions?limit=500\n```');
  });

  it('shortens a list that would burst a job summary', () => {
    const many = report(Array.from({ length: 200 }, (_, index) => result(`c${index}`, 'fail', { findings: [] })));
    expect(markdownReport(many)).toContain('and 150 more');
  });
});

describe('JSON', () => {
  it('is the report', () => {
    expect(Report.parse(JSON.parse(jsonReport(everyVerdict)))).toEqual(everyVerdict);
    expect(JSON.parse(jsonReport(hostileReport))).toEqual(hostileReport);
  });
});

describe('hostile texts', () => {
  it.each(Object.entries(FORMATS))('are harmless in %s', (format, write) => {
    const text = write(hostileReport, {});
    expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}]/u);
    expect(text.isWellFormed()).toBe(true);
    // Formats that a page may contain.
    if (format === 'json' || format === 'junit') expect(text).not.toContain('</script>');
    if (format === 'junit') expect(() => parseXml(text)).not.toThrow();
  });

  it('start no line', () => {
    for (const write of [textReport, markdownReport]) expect(write(hostileReport)).not.toMatch(/^# head/m);
  });

  it('cannot leave a table, an element or a fence of Markdown', () => {
    const outside = markdownReport(hostileReport).replaceAll(/^(`{3,})sh\n[\s\S]*?^\1$/gm, '');
    expect(outside).not.toContain('<b>');
    expect(outside).not.toContain('</script>');
    expect(fenced('a````b', 'sh')).toBe('`````sh\na````b\n`````');
  });

  it('stay readable', () => {
    expect(visible(HOSTILE)).toBe('a\\u001b[2Jb</script><b>"&\'`|\\u0007\\u202e\\ud800]]>\\u000a# head');
    expect(visible('Éclair 😀 日本')).toBe('Éclair 😀 日本');
  });
});

it('a stateful failure shows the writes before it and the object', () => {
  const found = finding('fail', {
    before: ['POST $TARGET/order', 'DELETE $TARGET/order'],
    object: '{>>> "size":"5" <<<}',
  });
  const text = textReport(report([result('x.effect', 'fail', { findings: [found] })]));
  expect(text).toContain(
    '  in        {>>> "size":"5" <<<}\n  after     POST $TARGET/order\n            DELETE $TARGET/order\n',
  );
});
