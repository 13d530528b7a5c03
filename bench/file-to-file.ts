/**
 * Prints time and memory of converting a whole price list from file to file on the command line: Levro,
 * Python, Miller, LibreOffice and scripts with JavaScript libraries, each in a process of its own,
 * alternating. CSV of 100,000 and 1,000,000 rows in two encodings and of 10,000,000 rows in one, a workbook of 100,000 rows, and
 * whether time is proportional to size. `npm run bench:files`; Linux only (memory accounting). Missing programs are
 * skipped and named.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Contender, csvContenders, type Job, xlsxContenders } from './file-contenders.ts'
import { type Run, runMeasured } from './measured-process.ts'
import { centsOf, LIST_ENCODINGS, type ListEncoding, writeCsvList, writeXlsxList } from './price-lists.ts'
import { quantile } from './statistics.ts'

const RUNS = 5
/** One run of this length is enough. */
const LONG_MS = 8000
const SIZES = [100_000, 1_000_000]
/** For those that can convert a list of any length; in one encoding. */
const LARGEST = 10_000_000
const XLSX_ROWS = 100_000
const GROWTH = [1000, 10_000, 100_000, 1_000_000]
/** Of lists so long the answers are not compared again. */
const COMPARED_ROWS = 100_000

type Measured = {
  readonly name: string
  readonly isFloor: boolean
  readonly ms: number
  readonly mb: number
  readonly wrong: string
}

const folder = mkdtempSync(join(tmpdir(), 'levro-bench-'))
try {
  warmUp()
  for (const rows of SIZES) for (const encoding of LIST_ENCODINGS) await compareCsv(rows, encoding)
  await compareCsv(LARGEST, 'utf-8')
  await compareXlsx()
  await measureGrowth()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Sources are compiled and LibreOffice makes its profile before any clock runs. */
function warmUp(): void {
  const list = join(folder, 'first.csv')
  writeCsvList(list, 10, 'utf-8')
  for (const { command } of csvContenders(folder)) {
    const { command: program, args } = command({ input: list, output: `${list}.out`, encoding: 'utf-8' })
    spawnSync(program, args, { stdio: 'ignore' })
  }
}

async function compareCsv(rows: number, encoding: ListEncoding): Promise<void> {
  const input = join(folder, 'list.csv')
  writeCsvList(input, rows, encoding)
  const job: Job = { input, output: join(folder, 'out.csv'), encoding }
  const title = `${count(rows)} rows of CSV, ${encoding}, ${megabytes(input)}`
  const contenders = csvContenders(folder).filter(({ isForAnySize }) => rows < LARGEST || isForAnySize)
  report(title, rows, await measureAll(contenders, job, rows))
}

async function compareXlsx(): Promise<void> {
  const input = join(folder, 'list.xlsx')
  await writeXlsxList(input, XLSX_ROWS)
  const job: Job = { input, output: join(folder, 'out.xlsx'), encoding: 'utf-8' }
  const title = `${count(XLSX_ROWS)} rows of XLSX, ${megabytes(input)}`
  report(title, XLSX_ROWS, await measureAll(xlsxContenders(folder), job, 0))
}

/** Each contender once in each round, so that what else the machine does slows down all of them. */
async function measureAll(contenders: readonly Contender[], job: Job, rows: number): Promise<Measured[]> {
  const runs = new Map<Contender, Run[]>(contenders.map((contender) => [contender, []]))
  const wrong = new Map<Contender, string>()
  for (let round = 0; round < RUNS; round++) {
    for (const [contender, own] of runs) {
      if ((own[0]?.ms ?? 0) > LONG_MS) continue
      const run = await runOnce(contender, job)
      if (run === undefined) runs.delete(contender)
      else own.push(run)
      if (round === 0 && run !== undefined) wrong.set(contender, wrongIn(contender, job, rows))
    }
  }
  return Array.from(runs, ([contender, own]) => ({
    name: contender.name,
    isFloor: contender.isFloor ?? false,
    ms: quantile(
      own.map(({ ms }) => ms),
      0.5,
    ),
    mb: quantile(
      own.map(({ mb }) => mb),
      0.5,
    ),
    wrong: wrong.get(contender) ?? '',
  }))
}

async function runOnce({ name, command }: Contender, job: Job): Promise<Run | undefined> {
  rmSync(job.output, { force: true })
  const { command: program, args } = command(job)
  try {
    const run = await runMeasured(program, args)
    if (run !== undefined) return run
  } catch (error) {
    if (!String(error).includes('ended with 127')) throw error
  }
  print(`${name}: not on this machine, left out`)
  return undefined
}

/** How many euro prices of the file that was written are not the exact ones. */
function wrongIn({ hasPrices }: Contender, { output, encoding }: Job, rows: number): string {
  if (!hasPrices || rows === 0 || rows > COMPARED_ROWS) return ''
  const lines = new TextDecoder(encoding)
    .decode(readFileSync(output))
    .split(/\r?\n/)
    .slice(1, rows + 1)
  const wrong = lines.filter((line, n) => {
    const price = line.slice(line.lastIndexOf(';') + 1).replace(/[",.]/g, '')
    return !/^\d+$/.test(price) || BigInt(price) !== centsOf(n)
  })
  return `${count(wrong.length + rows - lines.length)} wrong`
}

function report(title: string, rows: number, measured: readonly Measured[]): void {
  print(`\n${title}; median of ${RUNS} runs, of one where it takes over ${LONG_MS / 1000} s`)
  const [own, results, ...others] = measured
  const peers = others.filter(({ isFloor }) => !isFloor)
  if (own === undefined || results === undefined) throw new Error('Levro was not measured.')
  for (const { name, ms, mb, wrong } of measured) {
    const speed = `${count(Math.round(rows / ms))} rows/ms`
    const ratios = `${(ms / own.ms).toFixed(2)} × the time, ${(mb / own.mb).toFixed(2)} × the memory`
    print(
      `${name.padEnd(38)}${seconds(ms)}${mb.toFixed(0).padStart(7)} MB  ${speed.padStart(12)}   ${ratios}  ${wrong}`,
    )
  }
  const fastest = Math.min(...peers.map(({ ms }) => ms))
  const median = quantile(
    peers.map(({ mb }) => mb),
    0.5,
  )
  for (const { name, ms, mb } of [own, results])
    print(
      `${name} ${ms < fastest ? 'is' : 'IS NOT'} faster than every other one and ` +
        `${mb < median ? 'takes' : 'DOES NOT TAKE'} less memory than the median of them (${median.toFixed(0)} MB)`,
    )
}

/** Of each size the time, and what each further row has taken since the size before. */
async function measureGrowth(): Promise<void> {
  print('\nLevro, apply: how time grows with the rows (UTF-8, median of the runs)')
  let before = { rows: 0, ms: 0 }
  for (const rows of GROWTH) {
    const input = join(folder, 'growth.csv')
    writeCsvList(input, rows, 'utf-8')
    const job: Job = { input, output: join(folder, 'out.csv'), encoding: 'utf-8' }
    const [own] = await measureAll(csvContenders(folder).slice(0, 1), job, 0)
    const ms = own?.ms ?? Number.NaN
    const each = ((ms - before.ms) * 1000) / (rows - before.rows)
    const share = before.rows === 0 ? '' : `, ${each.toFixed(2)} µs for each further row`
    print(`${count(rows).padStart(10)} rows ${seconds(ms)}${share}`)
    before = { rows, ms }
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`.padStart(9)
}

function count(number: number): string {
  return number.toLocaleString('en')
}

function megabytes(file: string): string {
  return `${(statSync(file).size / 1e6).toFixed(1)} MB`
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
