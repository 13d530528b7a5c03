import { describe, expect, it } from 'vitest'
import { parseCommandLine } from '../args.ts'
import { parseCheck } from '../check/request.ts'
import { SQL_DIALECTS } from '../sql.ts'
import { ENCODINGS } from '#table/text-source.ts'
import { type CommandOption, OPTIONS } from './options.ts'
import { USAGE } from './usage.ts'

const valueOf = ({ name, value }: CommandOption): string[] => {
  if (value === undefined) return ['']
  if (value.choices !== undefined) return value.choices.map((choice) => `=${choice}`)
  return [name === 'header' || name === 'limit' ? '=3' : '=text']
}

const others = (name: string): string[] =>
  name === 'bgn' ? ['--eur=B'] : name === 'eur' ? ['--bgn=A'] : name === 'mixed' ? ['--place=replace'] : []

describe('OPEN-04 · the table of options', () => {
  it('OPEN-04 · each option is taken by its commands with each of its choices', () => {
    for (const option of OPTIONS)
      for (const command of option.commands) {
        if (command === 'sql' || command === 'completion' || option.name === 'help') continue
        for (const value of valueOf(option)) {
          const args = ['list.csv', `--${option.name}${value}`, ...others(option.name)]
          expect(
            () => (command === 'check' ? parseCheck(args) : parseCommandLine(args)),
            args.join(' '),
          ).not.toThrow()
        }
      }
  })

  it('OPEN-04 · an option that check does not have is refused by it', () => {
    for (const option of OPTIONS) {
      if (option.commands.includes('check') || !option.commands.includes('convert')) continue
      expect(() => parseCheck(['list.csv', `--${option.name}${valueOf(option)[0]}`]), option.name).toThrow(
        `check takes --bgn and --eur, and no --${option.name}.`,
      )
    }
  })

  it('OPEN-04 · encodings and dialects are all that there are', () => {
    const choicesOf = (name: string) => OPTIONS.find((option) => option.name === name)?.value?.choices
    expect(choicesOf('encoding')).toEqual(ENCODINGS)
    expect(choicesOf('dialect')).toEqual(SQL_DIALECTS)
  })

  it('OPEN-04 · the help names each option once', () => {
    for (const { name } of OPTIONS) expect(USAGE.match(new RegExp(`^  --${name} `, 'gm'))).toHaveLength(1)
  })
})
