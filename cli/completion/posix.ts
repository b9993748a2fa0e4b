/** cli/completion/posix: the scripts of bash and zsh: the same tables as functions, and the few lines that differ. */
import type { Node, Values } from './tree.ts';

/** Stands for paths in the tables. */
const FILES = '@files';

// In zsh a variable named path is the one of PATH.
const FRAME = `# The command that the words so far name: 'spec clauses'.
_touchstone_command() {
  local word command=''
  for word in "$@"; do
    case " $(_touchstone_words "$command") " in
      *" $word "*) case "$word" in -*) ;; *) command="\${command:+$command }$word" ;; esac ;;
    esac
  done
  printf '%s' "$command"
}`;

const BASH = `_touchstone() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" command values
  # Bash splits words at "=": complete the file after "json=".
  if [ "$cur" = '=' ]; then cur=''; prev='='; fi
  command="$(_touchstone_command "\${COMP_WORDS[@]:1:COMP_CWORD-1}")"
  case "$prev" in
    =) values='${FILES}' ;;
    *) values="$(_touchstone_values "$command $prev")" ;;
  esac
  if [ -z "$values" ]; then
    case "$cur" in
      -*) values="$(_touchstone_words "$command")" ;;
      *) values="$(_touchstone_words "$command" | tr ' ' '\\n' | grep -v '^-') $(_touchstone_values "$command")" ;;
    esac
  fi
  case "$values" in
    @any) COMPREPLY=() ;;
    *${FILES}*) COMPREPLY=($(compgen -f -- "$cur")); compopt -o filenames 2>/dev/null ;;
    *) COMPREPLY=($(compgen -W "$values" -- "$cur")) ;;
  esac
  case "\${COMPREPLY[0]}" in *=) compopt -o nospace 2>/dev/null ;; esac
}
complete -F _touchstone touchstone`;

const ZSH = `_touchstone() {
  local prev="\${words[CURRENT-1]}" cur="\${words[CURRENT]}" command values
  command="$(_touchstone_command "\${(@)words[2,CURRENT-1]}")"
  if [[ "$cur" == *=* ]]; then
    compset -P '*='
    _files
    return
  fi
  values="$(_touchstone_values "$command $prev")"
  if [[ -z "$values" ]]; then
    case "$cur" in
      -*) values="$(_touchstone_words "$command")" ;;
      *) values="$(_touchstone_words "$command" | tr ' ' '\\n' | grep -v '^-') $(_touchstone_values "$command")" ;;
    esac
  fi
  case "$values" in
    @any) ;;
    *${FILES}*) _files ;;
    *) compadd -S '' -- \${=values} ;;
  esac
}
if [[ "\${funcstack[1]}" == _touchstone ]]; then _touchstone "$@"; else compdef _touchstone touchstone; fi`;

export function bashScript(tree: readonly Node[]): string {
  return script('# bash completion of touchstone', tree, BASH);
}

export function zshScript(tree: readonly Node[]): string {
  return script('#compdef touchstone', tree, ZSH);
}

function script(head: string, tree: readonly Node[], tail: string): string {
  const words = tree.map(({ path, subcommands, flags }): [string, string] => [
    path,
    [...subcommands, ...flags.flatMap(({ names }) => names)].join(' '),
  ]);
  const values = tree.flatMap(({ path, flags, values: own }) => [
    ...flags.flatMap(({ names, values: of }) =>
      of === undefined ? [] : [[names.map((name) => `${path} ${name}`), valueText(of)] as const],
    ),
    ...(own.kind === 'any' ? [] : [[[path], valueText(own)] as const]),
  ]);
  return [
    head,
    table(
      '_touchstone_words',
      words.map(([path, text]) => [[path], text]),
    ),
    table('_touchstone_values', values),
    FRAME,
    tail,
    '',
  ].join('\n\n');
}

function valueText(values: Values) {
  if (values.kind === 'words') return values.words.join(' ');
  return values.kind === 'files' ? FILES : '@any';
}

/** A function that prints the text of a key. Rows with the same text are one. */
function table(name: string, rows: readonly (readonly [keys: readonly string[], text: string])[]): string {
  const byText = Map.groupBy(rows, ([, text]) => text);
  const cases = [...byText].map(([text, some]) => {
    const keys = some.flatMap(([one]) => one).map((key) => `'${key}'`);
    return `    ${keys.join('|')}) printf '%s' '${text}' ;;`;
  });
  return [`${name}() {`, '  case "$1" in', ...cases, '  esac', '}'].join('\n');
}
