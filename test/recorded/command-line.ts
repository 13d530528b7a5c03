import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { captured } from '#test/captured-run.ts'
import { PRICE_LISTS } from './price-lists.ts'
import type { Recording } from './recording.ts'

/** Maximum length in characters of an output that is recorded in full; of a longer one, the start and a hash. */
const WHOLE_UP_TO = 5000
const BEGINNING = 400

/** Options that answer every question about these lists. */
const ANSWERS = ['--from', 'bgn', '--totals', 'keep', '--ambiguous', 'decimal']

const CONVERSIONS = [
  'convert list.csv --totals keep',
  'convert list.csv --totals convert --quiet',
  'convert list.csv --totals omit --from eur',
  'convert list.csv --totals omit --to bgn --limit 3',
  'convert list.csv --totals omit --all-in eur --out result.csv',
  'convert list.csv --price 3 --name B --header none',
  'convert pairs.tsv.csv --price euro',
  'convert ambiguous.csv --ambiguous thousands',
  'convert windows-1251.csv --totals keep --encoding 1251 --delimiter ;',
  'convert book.xlsx --sheet Доставка',
  'convert book.xlsx --sheet Няма',
  'convert archive.zip --sheet book.xls/Доставка',
  'convert book.xlsx --price C --price D --from bgn --totals keep',
]

const TARGETS = [
  'apply list.csv --totals keep --to eur --out out.csv',
  'apply list.csv --totals keep --to bgn --place replace --out out.csv',
  'apply list.csv --totals keep --place replace --mixed eur --out out.csv',
  'apply list.csv --totals convert --place replace --mixed bgn --out out.csv',
  'apply list.csv --totals keep --place replace --mixed mark --out out.csv',
  'apply list.csv --totals keep --out -',
  'apply book.xlsx --totals keep --price C --price D --place after --out out.xlsx',
  'apply book.xls --totals keep --out out.xls',
  'apply archive.zip --totals keep --sheet book.xls --out out.zip',
  'apply list.csv.gz --totals keep --out out.csv',
]

const CHECKS = [
  'check pairs.tsv.csv',
  'check pairs.tsv.csv list.csv',
  'check pairs.tsv.csv --direction eur-bgn',
  'check pairs.tsv.csv --bgn euro --eur lev',
  'check book.xlsx',
  'check book.xls',
  'check ambiguous.csv',
  'check pairs.tsv.csv list.csv --format github',
  'check pairs.tsv.csv book.xlsx --format junit',
  'check pairs.tsv.csv book.xlsx --format sarif --quiet',
]

const WRONG_USES = [
  '',
  '--help',
  'sell list.csv',
  'inspect',
  'inspect missing.csv',
  'inspect list.csv list.json',
  'convert list.csv --from usd',
  'convert list.csv --header 0',
  'convert list.csv --colour red',
  'convert list.csv --place end',
  'apply list.csv',
  'apply list.csv --out list.csv --totals keep',
  'apply list.csv --mixed eur --out out.csv',
  'check list.csv',
  'check list.csv --direction up',
  'admin --help',
]

const FILES = Object.keys(PRICE_LISTS)
const READABLE = FILES.filter((name) => !/^(?:empty|wrong|damaged|document)/.test(name))

const split = (line: string): string[] => (line === '' ? [] : line.split(' '))

const COMMANDS: readonly string[][] = [
  ...WRONG_USES.map(split),
  ...FILES.map((file) => ['inspect', file]),
  ...FILES.map((file) => ['convert', file]),
  ...CONVERSIONS.map(split),
  ...READABLE.flatMap((file) =>
    ['after', 'end', 'replace'].map((place) => [
      'apply',
      file,
      '--out',
      outOf(file),
      '--place',
      place,
      ...ANSWERS,
    ]),
  ),
  ...TARGETS.map(split),
  ...CHECKS.map(split),
]

/** Name of the returned file. */
function outOf(file: string): string {
  const [extension = ''] = /(?:\.csv)?\.[^.]*$/.exec(file) ?? []
  return `out${/^\.(?:xlsb?|html)$/.test(extension) ? '.xlsx' : extension}`
}

/** Records output, exit code and written files of the checkout's command line. */
export async function recordCommandLine(root: string): Promise<Recording> {
  const folder = mkdtempSync(join(tmpdir(), 'levro-recorded-'))
  const given = Object.entries(PRICE_LISTS).map(([name, bytes]) => `${name}: ${describe(bytes)}\n`)
  const recorded = new Map([['price lists', given.join('')]])
  const usage = await run(root, folder, ['--help'])
  try {
    for (const [i, args] of COMMANDS.entries()) {
      const own = join(folder, String(i))
      mkdirSync(own)
      for (const name of args) writeListed(own, name)
      recorded.set(titleOf(args), textOf(await run(root, own, args), usage.out))
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
  return recorded
}

const titleOf = (args: readonly string[]): string => ['levro', ...args].join(' ')

function writeListed(folder: string, name: string): void {
  const bytes = PRICE_LISTS[name]
  if (bytes !== undefined) writeFileSync(join(folder, name), bytes)
}

type Outcome = {
  readonly code: number
  readonly out: string
  readonly err: string
  readonly written: readonly (readonly [name: string, bytes: Uint8Array])[]
}

/** Runs a command in a folder. */
async function run(root: string, cwd: string, args: string[]): Promise<Outcome> {
  const command = (await import(
    pathToFileURL(join(root, 'src/cli/run.ts')).href
  )) as typeof import('#cli/run.ts')
  const before = new Set(readdirSync(cwd))
  const { code, out, err } = await captured(async () => {
    const here = process.cwd()
    process.chdir(cwd)
    try {
      return await command.run(args)
    } finally {
      process.chdir(here)
    }
  })
  const names = readdirSync(cwd).filter((name) => !before.has(name))
  return { code, out, err, written: names.map((name) => [name, readFileSync(join(cwd, name))] as const) }
}

/** @param usage the text of --help: recorded once, replaced in errors that repeat it */
const textOf = ({ code, out, err, written }: Outcome, usage: string): string =>
  [
    `exit ${code}\n`,
    stream('stdout', out),
    stream('stderr', err.replace(usage, '<the text of --help>\n')),
    ...written.map(([name, bytes]) => `wrote ${name}: ${describe(bytes)}\n${contentOf(bytes)}`),
  ].join('')

function stream(name: string, text: string): string {
  if (text === '') return ''
  if (text.length <= WHOLE_UP_TO) return `${name}:\n${text}${endMark(text)}`
  return `${name}, ${describe(text)}, begins:\n${text.slice(0, BEGINNING)}${NO_LINE_BREAK}`
}

/** Returns a small text in full, nothing for other bytes: their hash is recorded. */
function contentOf(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('utf8')
  if (bytes.length > WHOLE_UP_TO || !Buffer.from(text).equals(bytes) || text.includes('\0')) return ''
  return `${text}${endMark(text)}`
}

const NO_LINE_BREAK = '(no line break)\n'

const endMark = (text: string): string => (text.endsWith('\n') ? '' : NO_LINE_BREAK)

const describe = (content: string | Uint8Array): string => {
  const unit = typeof content === 'string' ? 'characters' : 'bytes'
  return `${content.length} ${unit}, SHA-256 ${createHash('sha256').update(content).digest('hex')}`
}
