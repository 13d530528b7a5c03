import { COLUMN_TEXT, COMMANDS, type CommandOption, OPTIONS } from './options.ts'
import { EXIT_STATUS, FILES_TEXT, SUMMARY } from './usage.ts'

/**
 * The manual page, for `man`.
 * @param version of the package
 * @param date of its making, `2026-11-28`
 */
export const manual = (version: string, date: string): string => `.TH LEVRO 1 ${date} "levro ${version}"
.SH NAME
levro \\- ${roff(SUMMARY)}
.SH SYNOPSIS
${COMMANDS.map(({ name, usage }) => `.B levro ${name}\n${roff(usage)}`).join('\n.br\n')}
.SH DESCRIPTION
${COMMANDS.map(({ name, usage, text }) => `.TP\n.B levro ${name} ${roff(usage)}\n${roff(text)}`).join('\n')}
.PP
${FILES_TEXT.split('\n').map(roff).join('\n')}
.SH OPTIONS
${OPTIONS.map(optionText).join('\n')}
.PP
${roff(COLUMN_TEXT)}
.SH EXIT STATUS
${EXIT_STATUS.split('\n').map(roff).join('\n')}
`

function optionText({ name, short, value, text }: CommandOption): string {
  const flags = [...(short === undefined ? [] : [`-${short}`]), `--${name}`].map(roff).join(', ')
  const lines = text.split('\n').map(roff).join('\n')
  return `.TP\n.B ${flags}${value === undefined ? '' : ` ${roff(value.label)}`}\n${lines}`
}

/** Text without a meaning for the formatter: hyphens that can be copied, no escapes and no requests. */
const roff = (text: string): string =>
  text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('…', '...').replace(/^['.]/, '\\&$&')
