import { EXTENSION_LIST } from '../error.ts'
import { EURO, NATIONAL } from '#money/currency.ts'
import { BGN_EUR } from '#money/pair.ts'
import { COLUMN_TEXT, COMMANDS, type CommandOption, OPTIONS } from './options.ts'

/** Where the texts of commands and of options begin. */
const [COMMAND_WIDTH, OPTION_WIDTH] = [33, 24] as const

/** What the program is, in a sentence. */
export const SUMMARY = `price lists in lev and euro, at the fixed rate 1 ${EURO} = ${BGN_EUR.rateText} ${NATIONAL}`

/** Paragraphs about files. */
export const FILES_TEXT = `FILE is a price list, or any other file with such content:
${EXTENSION_LIST};
- is standard input. A packed file is written packed; of an archive apply converts every list, inspect reads one, and
convert and check ask which (--sheet).
Of a folder every file is read, but for pictures and hidden ones. Of several files, or a folder, each result is a file of its own in
--out-dir; without it, inspect and check print one line of JSON for each. One that fails or asks leaves the others alone.
Long delimited text whose rows can be read one by one is a stream, of any size; other files may have 500 MB at most.
Standard input is first copied to the folder of temporary files (TMPDIR), which needs room for it.`

export const EXIT_STATUS = `0 done; 1 the file cannot be read, has no valid row, or asks for an answer (--price, --from, --totals,
--ambiguous or --mixed) before anything is converted; 2 wrong usage. Of several files 1 is for any of them.
Of check: 0 every pair is exact; 1 some are not, and they are printed; or, with nothing printed but a sentence on standard
error, 1 the file cannot be read, has not both prices, or needs --bgn and --eur or --ambiguous; 2 wrong usage.`

const commandLine = ({ name, usage, text }: (typeof COMMANDS)[number]): string =>
  `  ${`levro ${name} ${usage}`.padEnd(COMMAND_WIDTH - 4)}  ${text}`

function optionLines({ name, value, text }: CommandOption): string {
  const head = `  --${name}${value === undefined ? '' : ` ${value.label}`}`
  return head.padEnd(OPTION_WIDTH) + text.replaceAll('\n', `\n${' '.repeat(OPTION_WIDTH)}`)
}

export const USAGE = `levro: ${SUMMARY}

Usage:
${COMMANDS.map(commandLine).join('\n')}

${FILES_TEXT}

Options:
${OPTIONS.map(optionLines).join('\n')}

${COLUMN_TEXT}

Exit status: ${EXIT_STATUS}
`
