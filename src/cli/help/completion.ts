import { UsageError } from '../args.ts'
import {
  COMMAND_NAMES,
  COMMANDS,
  type CommandName,
  type CommandOption,
  OPTIONS,
  SHELLS,
  type Shell,
} from './options.ts'

/**
 * Prints the script that completes the command line in a shell.
 * @param args what follows `completion`
 * @returns 'help' for `--help`
 * @throws {UsageError} where they name no shell
 */
export function completion(args: readonly string[]): 'help' | undefined {
  if (args.includes('--help') || args.includes('-h')) return 'help'
  const [named, ...others] = args
  const shell = SHELLS.find((one) => one === named)
  if (shell === undefined || others.length > 0)
    throw new UsageError(`completion takes the name of one shell: ${SHELLS.join(', ')}.`)
  process.stdout.write(SCRIPTS[shell]())
  return undefined
}

const SCRIPTS: Readonly<Record<Shell, () => string>> = { bash, zsh, fish }

const optionsOf = (command: CommandName): CommandOption[] =>
  OPTIONS.filter(({ commands }) => commands.includes(command))

/** The first clause of a text, on one line. */
const clause = (text: string): string => text.replaceAll('\n', ' ').split(/ \(|[;:]|\. /, 1)[0]!

const describe = (command: CommandName): string => clause(COMMANDS.find(({ name }) => name === command)!.text)

const flag = ({ name }: CommandOption): string => `--${name}`

function bash(): string {
  const valueCases = OPTIONS.flatMap((option) => {
    const { value } = option
    if (value === undefined) return []
    const action =
      value.choices !== undefined
        ? `COMPREPLY=($(compgen -P "$prefix" -W '${value.choices.join(' ')}' -- "$current"))`
        : value.path === 'folder'
          ? 'COMPREPLY=($(compgen -P "$prefix" -d -- "$current"))'
          : value.path === 'file'
            ? ':'
            : 'compopt +o default 2>/dev/null'
    return [`    ${flag(option)}) ${action}; return ;;`]
  })
  const optionCases = COMMAND_NAMES.map(
    (command) => `    ${command}) options='${optionsOf(command).map(flag).join(' ')}' ;;`,
  )
  return `# levro completion bash: add the line  source <(levro completion bash)  to ~/.bashrc
_levro() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} options= prefix=
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W '${COMMAND_NAMES.join(' ')} --help --version' -- "$current"))
    return
  fi
  # An equals sign is a word of its own, unless COMP_WORDBREAKS was changed: then it is part of the word.
  if [[ $current == = ]]; then
    current=
  elif [[ $previous == = ]]; then
    previous=\${COMP_WORDS[COMP_CWORD-2]}
  elif [[ $current == --*=* ]]; then
    previous=\${current%%=*}
    prefix=$previous=
    current=\${current#*=}
  fi
  case $previous in
${valueCases.join('\n')}
  esac
  case \${COMP_WORDS[1]} in
${optionCases.join('\n')}
  esac
  if [[ $current == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$current"))
  elif [[ \${COMP_WORDS[1]} == completion ]]; then
    COMPREPLY=($(compgen -W '${SHELLS.join(' ')}' -- "$current"))
  fi
}
# Where it finds nothing, paths are completed.
complete -o default -F _levro levro
`
}

function zsh(): string {
  const text = (plain: string) => plain.replaceAll("'", '’').replaceAll(/[[\]:]/g, '\\$&')
  const specification = (option: CommandOption) => {
    const { value } = option
    const values =
      value?.choices !== undefined
        ? `(${value.choices.join(' ')})`
        : value?.path === 'folder'
          ? '_files -/'
          : value?.path === 'file'
            ? '_files'
            : ' '
    const repeated = option.name === 'price' ? '*' : ''
    // With an equals sign the value may be in the same word, or in the next one.
    const end = value === undefined ? '' : '='
    const argument = value === undefined ? '' : `:${value.label}:${values}`
    return `'${repeated}${flag(option)}${end}[${text(clause(option.text))}]${argument}'`
  }
  const operands = (command: CommandName) =>
    command === 'completion' ? `'1:shell:(${SHELLS.join(' ')})'` : command === 'sql' ? '' : "'*:file:_files'"
  const cases = COMMAND_NAMES.map(
    (command) =>
      `    ${command}) _arguments ${[...optionsOf(command).map(specification), operands(command)].join(' ').trim()} ;;`,
  )
  return `#compdef levro
# levro completion zsh: write it to a file named _levro in a folder of $fpath, or source it
_levro() {
  local -a commands
  commands=(
${COMMAND_NAMES.map((name) => `    '${name}:${text(describe(name))}'`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
${cases.join('\n')}
  esac
}
if [[ $funcstack[1] == _levro ]]; then _levro "$@"; else compdef _levro levro; fi
`
}

function fish(): string {
  const quoted = (plain: string) => `'${plain.replaceAll(/[\\']/g, String.raw`\$&`)}'`
  const commands = COMMAND_NAMES.map(
    (name) => `complete -c levro -n __fish_use_subcommand -f -a ${name} -d ${quoted(describe(name))}`,
  )
  const options = OPTIONS.map((option) => {
    const { name, short, value, commands: of, text } = option
    const values =
      value === undefined
        ? ''
        : value.choices !== undefined
          ? ` -x -a ${quoted(value.choices.join(' '))}`
          : value.path === 'folder'
            ? " -x -a '(__fish_complete_directories)'"
            : value.path === 'file'
              ? ' -r -F'
              : ' -x'
    const condition = quoted(`__fish_seen_subcommand_from ${of.join(' ')}`)
    const letter = short === undefined ? '' : ` -s ${short}`
    return `complete -c levro -n ${condition} -l ${name}${letter}${values} -d ${quoted(clause(text))}`
  })
  return `# levro completion fish: write it to ~/.config/fish/completions/levro.fish
${commands.join('\n')}
complete -c levro -n '__fish_seen_subcommand_from completion' -f -a '${SHELLS.join(' ')}'
complete -c levro -n '__fish_seen_subcommand_from sql' -f
${options.join('\n')}
`
}
