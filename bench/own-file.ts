/**
 * Prints time and peak memory of giving a workbook of 100,000 rows back with new prices, beside SheetJS reading and writing
 * the same file and LibreOffice opening and saving it, each in a process of its own. `npm run bench:own-file`.
 */
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { read, write } from '@e965/xlsx'
import { detectColumns } from '#catalogue/columns.ts'
import { openFile } from '#catalogue/open.ts'
import { readRows } from '#catalogue/rows.ts'
import type { ConvertedCell } from '#catalogue/write-back/order.ts'
import { writeBackWorkbook } from '#catalogue/write-back/workbook-file.ts'
import { workbook } from '#catalogue/xlsx-writer/workbook.ts'
import { parseDecimal } from '#domain/decimal.ts'
import { toDecimalText } from '#domain/money.ts'
import { convert } from '#domain/rate.ts'

const ROWS = 100_000
const RUNS = 3
const POLL_MS = 20
const OFFICE = 'soffice'

type Measured = { ms: number; mb: number }

const [role, path = ''] = process.argv.slice(2)
if (role === 'own') await giveBack(path)
else if (role === 'sheetjs') rewrite(path)
else await measure()

/** A catalogue as a shop's own program exports it: codes, names, texts that repeat, prices with a number format. */
async function makeBook(): Promise<Uint8Array> {
  const rows = Array.from({ length: ROWS }, (_, n) => [
    { number: String(n + 1) },
    `Стока номер ${n} „${n % 997}“`,
    `Категория ${n % 40}`,
    `380${String(n).padStart(10, '0')}`,
    n % 3 === 0 ? 'бр.' : 'кг',
    { number: `${n % 999}.${10 + (n % 89)}`, look: 'amount' as const },
    { number: String(n % 250) },
    n % 5 === 0 ? 'изчерпана' : 'налична',
  ])
  const header = ['№', 'Наименование', 'Категория', 'Баркод', 'Мярка', 'Цена, лв.', 'Количество', 'Състояние']
  const sheet = {
    name: 'Цени',
    rows: [header, ...rows],
    rowCount: ROWS + 1,
    widths: [8, 32, 16, 16, 8, 12, 12, 12],
    bold: 'first-row',
  } as const
  return Buffer.concat(await workbook([sheet], null))
}

/** What the product does with the file: opened, its rows read and converted, and written anew. */
async function giveBack(file: string): Promise<void> {
  const started = performance.now()
  const bytes = new Uint8Array(readFileSync(file))
  const opened = await openFile(bytes, { fileName: file })
  if (!opened.ok) throw new Error(opened.error.code)
  const { columns } = detectColumns(opened.file.table)
  const reading = readRows(opened.file.table, { columns, defaultCurrency: 'BGN' })
  const cells = new Map<number, ConvertedCell>()
  for (const [i, { price, currency }] of reading.rows.entries()) {
    const decimal = parseDecimal(price)
    if (decimal === undefined) continue
    const { bgn, eur } = convert(decimal, currency)
    cells.set(reading.lines[i]! - 1, { from: currency, bgn: toDecimalText(bgn), eur: toDecimalText(eur) })
  }
  const order = {
    placement: 'end',
    headerRow: columns.headerRow,
    currencyColumn: null,
    columns: [{ column: columns.price!, cells }],
    changed: [],
    added: [],
  } as const
  const readAt = performance.now()
  const { format, sheet } = opened.file
  const { parts } = await writeBackWorkbook(bytes, { format, sheet, encoding: undefined }, order)
  const writtenAt = performance.now()
  writeFileSync(`${file}.own.xlsx`, Buffer.concat(parts))
  print(
    `  read ${seconds(readAt - started)}, edited in place ${seconds(writtenAt - readAt)}, ${cells.size} new prices`,
  )
  report(started)
}

/** The same file through the workbook library: every cell made anew. */
function rewrite(file: string): void {
  const started = performance.now()
  const book = read(readFileSync(file), { dense: true, cellNF: true, cellStyles: true, cellFormula: true })
  const options = { bookSST: true, compression: true, cellStyles: true } as const
  const written: unknown = write(book, { type: 'buffer', bookType: 'xlsx', ...options })
  writeFileSync(`${file}.sheetjs.xlsx`, written as Buffer)
  report(started)
}

function report(started: number): void {
  process.send?.({ ms: performance.now() - started, mb: process.resourceUsage().maxRSS / 1024 })
}

async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'levro-bench-'))
  try {
    const file = join(folder, 'book.xlsx')
    writeFileSync(file, await makeBook())
    print(`${ROWS} rows of 8 columns, ${(statSync(file).size / 1e6).toFixed(1)} MB`)
    const best: Record<string, Measured> = {}
    for (let run = 0; run < RUNS; run++) {
      keepBest(best, 'given back in place', await inChild('own', file))
      keepBest(best, 'SheetJS, read and written', await inChild('sheetjs', file))
      const office = await inOffice(file, folder)
      if (office !== undefined) keepBest(best, 'LibreOffice, opened and saved', office)
    }
    const own = best['given back in place']!
    print(`best of ${RUNS} runs:`)
    for (const [name, { ms, mb }] of Object.entries(best)) {
      const ratios = `${(ms / own.ms).toFixed(1)} × the time, ${(mb / own.mb).toFixed(1)} × the memory`
      print(`${name.padEnd(32)}${seconds(ms).padStart(8)}${mb.toFixed(0).padStart(7)} MB   ${ratios}`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function keepBest(best: Record<string, Measured>, name: string, { ms, mb }: Measured): void {
  const before = best[name]
  best[name] = { ms: Math.min(before?.ms ?? ms, ms), mb: Math.min(before?.mb ?? mb, mb) }
}

async function inChild(job: string, file: string): Promise<Measured> {
  const child = fork(import.meta.filename, [job, file])
  let measured: Measured | undefined
  child.on('message', (message) => (measured = message as Measured))
  const [status] = (await once(child, 'close')) as [number | null]
  if (status !== 0 || measured === undefined) throw new Error(`'${job}' ended with ${status} and no result.`)
  return measured
}

/** Undefined where LibreOffice is not at hand. Its profile is an empty one, made before the clock runs. */
async function inOffice(file: string, folder: string): Promise<Measured | undefined> {
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
  const run = (...args: string[]) =>
    spawn(OFFICE, [profile, '--headless', ...args], { stdio: 'ignore' }).on('error', () => {})
  const first = run('--terminate_after_init')
  if (first.pid === undefined) return undefined
  await once(first, 'exit')
  const started = performance.now()
  const child = run('--convert-to', 'xlsx:Calc MS Excel 2007 XML', '--outdir', join(folder, 'office'), file)
  let mb = 0
  const timer = setInterval(() => (mb = Math.max(mb, peakOf(profile))), POLL_MS)
  await once(child, 'exit')
  clearInterval(timer)
  return { ms: performance.now() - started, mb }
}

/** The most memory that the processes with this word in their command have ever held, of Linux's own counting. */
function peakOf(word: string): number {
  let peak = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(word)) continue
      const kilobytes = /VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      peak = Math.max(peak, Number(kilobytes ?? 0) / 1024)
    } catch {
      // It has ended meanwhile.
    }
  }
  return peak
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
