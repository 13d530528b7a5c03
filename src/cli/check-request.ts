import { parseArgs } from 'node:util'
import { PAIR_DIRECTIONS, type PairDirection } from '#pricelist/pairs/price-pair.ts'
import { parseCommandLine, type Request, WrongUsage } from './args.ts'

/** What a person asked to be checked. */
export type CheckRequest = Request & {
  readonly direction: PairDirection
  readonly bgn: string | undefined
  readonly eur: string | undefined
}

const OWN = { direction: { type: 'string' }, bgn: { type: 'string' }, eur: { type: 'string' } } as const

/** Options of the other commands that say nothing about pairs of prices. */
const FOREIGN = ['from', 'to', 'all-in', 'totals', 'price', 'currency', 'place', 'mixed']

/**
 * Reads the arguments behind `check`: its own, and those that every command has for reading a file.
 * @returns 'help' when it was asked for
 * @throws {WrongUsage} with one sentence
 */
export function parseCheck(args: readonly string[]): CheckRequest | 'help' {
  const { tokens } = parseArgs({
    args: [...args],
    options: OWN,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const own = new Map<string, string>()
  const taken = new Set<number>()
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    if (FOREIGN.includes(token.name))
      throw new WrongUsage(`check takes --bgn and --eur, and no --${token.name}.`)
    if (!Object.hasOwn(OWN, token.name)) continue
    if (token.value === undefined || (!token.inlineValue && token.value.startsWith('--')))
      throw new WrongUsage(`--${token.name} needs a value.`)
    own.set(token.name, token.value)
    taken.add(token.index)
    if (!token.inlineValue) taken.add(token.index + 1)
  }
  const request = parseCommandLine(args.filter((_, i) => !taken.has(i)))
  if (request === 'help') return 'help'
  const [bgn, eur] = [own.get('bgn'), own.get('eur')]
  if ((bgn === undefined) !== (eur === undefined))
    throw new WrongUsage('--bgn and --eur go together: name the columns of both prices.')
  return { ...request, bgn, eur, direction: directionOf(own.get('direction') ?? 'either') }
}

function directionOf(text: string): PairDirection {
  const direction = PAIR_DIRECTIONS.find((one) => one === text.toLowerCase())
  if (direction === undefined) throw new WrongUsage(`--direction does not know '${text}'.`)
  return direction
}
