import { parseArgs } from 'node:util'
import { PAIR_DIRECTIONS, type PairDirection } from '#pricelist/pairs/price-pair.ts'
import { type CliOptions, UsageError, parseCommandLine } from '../args.ts'
import type { Findings } from './findings.ts'

/** How `check` writes what it has found: the last three are read by programs of continuous integration. */
export const CHECK_FORMATS = ['json', 'github', 'junit', 'sarif'] as const

export type CheckFormat = (typeof CHECK_FORMATS)[number]

/** Validated options of `check`. */
export type CheckRequest = CliOptions & {
  readonly direction: PairDirection
  readonly bgn: string | undefined
  readonly eur: string | undefined
  readonly format: CheckFormat
  /** Where the pairs that are off are collected, to be written in another format than JSON. */
  readonly findings?: Findings
}

const CHECK_OPTIONS = {
  direction: { type: 'string' },
  bgn: { type: 'string' },
  eur: { type: 'string' },
  format: { type: 'string' },
} as const

/** Options of the other commands that `check` does not have. */
const UNSUPPORTED_OPTIONS = ['from', 'to', 'all-in', 'totals', 'price', 'currency', 'place', 'mixed']

/**
 * Parses the arguments after `check`: its own, and those of every command for reading a file.
 * @returns 'help' for `--help`
 * @throws {UsageError} with one sentence
 */
export function parseCheck(args: readonly string[]): CheckRequest | 'help' {
  const { tokens } = parseArgs({
    args: [...args],
    options: CHECK_OPTIONS,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const own = new Map<string, string>()
  const used = new Set<number>()
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    if (UNSUPPORTED_OPTIONS.includes(token.name))
      throw new UsageError(`check takes --bgn and --eur, and no --${token.name}.`)
    if (!Object.hasOwn(CHECK_OPTIONS, token.name)) continue
    if (token.value === undefined || (!token.inlineValue && token.value.startsWith('--')))
      throw new UsageError(`--${token.name} needs a value.`)
    own.set(token.name, token.value)
    used.add(token.index)
    if (!token.inlineValue) used.add(token.index + 1)
  }
  const request = parseCommandLine(args.filter((_, i) => !used.has(i)))
  if (request === 'help') return 'help'
  const [bgn, eur] = [own.get('bgn'), own.get('eur')]
  if ((bgn === undefined) !== (eur === undefined))
    throw new UsageError('--bgn and --eur go together: name the columns of both prices.')
  const format = formatOf(own.get('format') ?? 'json')
  if (format !== 'json' && request.outDir !== undefined)
    throw new UsageError(`--format ${format} writes one report for all files: --out FILE, and no --out-dir.`)
  return { ...request, bgn, eur, direction: directionOf(own.get('direction') ?? 'either'), format }
}

function directionOf(text: string): PairDirection {
  const direction = PAIR_DIRECTIONS.find((one) => one === text.toLowerCase())
  if (direction === undefined) throw new UsageError(`--direction does not know '${text}'.`)
  return direction
}

function formatOf(text: string): CheckFormat {
  const format = CHECK_FORMATS.find((one) => one === text.toLowerCase())
  if (format === undefined) throw new UsageError(`--format does not know '${text}'.`)
  return format
}
