import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ListEncoding } from './price-lists.ts'

const LEVRO = join(import.meta.dirname, '../scripts/levro.js')
const peer = (name: string): string => join(import.meta.dirname, 'peers', name)

/** A price list to be given back with a column more. */
export type Job = { readonly input: string; readonly output: string; readonly encoding: ListEncoding }

export type Command = { readonly command: string; readonly args: readonly string[] }

export type Contender = {
  readonly name: string
  readonly command: (job: Job) => Command
  /** Whether the last cell of each line that it writes is the euro price, to be compared. */
  readonly hasPrices: boolean
  /** Whether it can convert a list of any length. */
  readonly isForAnySize?: boolean
  /** Whether it is no alternative, but the least that the work takes. */
  readonly isFloor?: boolean
}

const levro = (command: string) => ({
  name: `Levro, ${command}`,
  isForAnySize: true,
  hasPrices: command === 'apply',
  command: ({ input, output }: Job): Command => ({
    command: process.execPath,
    args: [LEVRO, command, input, '--out', output, ...(command === 'apply' ? ['--place', 'end'] : [])],
  }),
})

/** Room for a million rows: SheetJS ends without it. */
const HEAP = '--max-old-space-size=12000'

const script = (name: string, file: string, hasPrices = true): Contender => ({
  name,
  hasPrices,
  command: ({ input, output, encoding }) => ({
    command: process.execPath,
    args: [HEAP, peer(file), input, output, encoding],
  }),
})

/** Python itself, and not a script that looks for the right one first. */
const PYTHON = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' })

const python: Contender = {
  name: 'Python, csv and decimal',
  hasPrices: true,
  isForAnySize: true,
  command: ({ input, output, encoding }) => ({
    command: PYTHON.status === 0 ? PYTHON.stdout.trim() : 'python3',
    args: [peer('csv-decimal.py'), input, output, encoding],
  }),
}

const PUT = '$EUR = sub(string(fmtnum(float(sub(${Цена, лв.}, ",", ".")) / 1.95583, "%.2f")), "\\.", ",")'

/** It knows no encoding but UTF-8: others pass through iconv on both sides. */
const miller: Contender = {
  name: 'Miller (binary floating point)',
  hasPrices: true,
  command({ input, output, encoding }) {
    const mlr = `mlr --icsv --ocsv --ifs ';' --ofs ';' put '${PUT}'`
    const line =
      encoding === 'utf-8'
        ? `${mlr} "$0" > "$1"`
        : `iconv -f ${encoding} -t utf-8 "$0" | ${mlr} | iconv -f utf-8 -t ${encoding} > "$1"`
    return { command: 'sh', args: ['-c', `command -v mlr > /dev/null || exit 127; ${line}`, input, output] }
  },
}

/** Opened and saved, and nothing converted: what it takes at the least. */
const office = (filters: (encoding: ListEncoding) => readonly string[], folder: string): Contender => ({
  name: 'LibreOffice (opened and saved alone)',
  hasPrices: false,
  command({ input, output, encoding }) {
    const profile = join(folder, 'profile')
    if (!existsSync(profile)) mkdirSync(profile)
    const common = [`-env:UserInstallation=file://${profile}`, '--headless', ...filters(encoding)]
    return { command: 'soffice', args: [...common, '--outdir', `${output}.office`, input] }
  },
})

/** Numbers of its own for encodings: 76 is UTF-8, 34 is Windows-1251; 59 is the semicolon, 34 the quote. */
const OFFICE_CODE = { 'utf-8': 76, 'windows-1251': 34 } satisfies Record<ListEncoding, number>

const csvFilters = (encoding: ListEncoding): string[] => [
  `--infilter=CSV:59,34,${OFFICE_CODE[encoding]},1`,
  '--convert-to',
  `csv:Text - txt - csv (StarCalc):59,34,${OFFICE_CODE[encoding]},1`,
]

/** The column of the price, for a program that is told everything. */
const PRICE_INDEX = 6

/** The least work, in C, where there is a compiler: no alternative, but what is at most to be reached. */
function floor(folder: string): Contender[] {
  const program = join(folder, 'append-euro')
  const source = join(import.meta.dirname, 'floor/append-euro.c')
  const { status } = spawnSync('cc', ['-O2', '-o', program, source], { stdio: 'ignore' })
  if (status !== 0) return []
  const args = ({ input, output }: Job) => [input, output, String(PRICE_INDEX)]
  return [
    {
      name: 'C, the least work',
      hasPrices: true,
      isForAnySize: true,
      isFloor: true,
      command: (job) => ({ command: program, args: args(job) }),
    },
  ]
}

/** Levro's patched file and its list of results, then the alternatives. */
export const csvContenders = (folder: string): readonly Contender[] => [
  levro('apply'),
  levro('convert'),
  ...floor(folder),
  { ...script('DuckDB', 'duckdb.js'), isForAnySize: true },
  { ...script('Polars', 'polars.js'), isForAnySize: true },
  python,
  miller,
  script('papaparse and big.js', 'papaparse-big.js'),
  script('SheetJS (binary floating point)', 'sheetjs-csv.js'),
  office(csvFilters, folder),
]

/** Workbooks: those that give one back, and those that give their rows as CSV. */
export const xlsxContenders = (folder: string): readonly Contender[] => [
  levro('apply'),
  levro('convert'),
  script('SheetJS (binary floating point)', 'sheetjs-xlsx.js', false),
  script('read-excel-file and big.js, to CSV', 'read-excel-file.js', false),
  office(() => ['--convert-to', 'xlsx:Calc MS Excel 2007 XML'], folder),
]
