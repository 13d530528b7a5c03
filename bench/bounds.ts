/**
 * Prints time and memory of `levro inspect` for adversarial files of up to 20 MB next to ordinary ones of
 * that size, and of `levro apply` for an XLS: the goal is at most 5 seconds and 600 MB. Also a binary
 * workbook and the same as XLSX, alternating. `npm run bench -- bounds`; Linux only (memory accounting).
 */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Run, runMeasured } from './measured-process.ts'
import { writeCsvList, writeTwin, writeXlsxList } from './price-lists.ts'
import { quantile } from './statistics.ts'

const RUNS = 3
const MOST = { ms: 5000, mb: 600 }
const BYTES = 19_000_000
const ROWS = 100_000
/** A sheet of an XLS has 65,536. */
const XLS_ROWS = 65_000
const LEVRO = join(import.meta.dirname, '../scripts/levro.js')

/** What fills the file after its beginning. */
const FILLED: Readonly<Record<string, readonly [start: string, filling: string]>> = {
  'quotes.csv': ['', '"'],
  'quotes-below-titles.csv': ['Име;Цена\nА;1,00\n', '"'],
  'quoted-commas.csv': ['', '","'],
  'quote-never-closed.csv': ['Име;Цена\n"', 'А;1,00\n'],
  'stray-quotes.csv': ['Име;Цена\n', '"x" y\n'],
  'delimiters.csv': ['Име;Цена\nА;1,00\n', `${';'.repeat(200)}\n`],
  'line-ends.csv': ['Име;Цена\nА;1,00\n', '\n'],
  'one-line.csv': ['Име;Цена\nА;', '1'],
  'titles.csv': ['', 'Цена с ДДС / Price incl. VAT;'],
  'prices-and-quantities.csv': [
    `Име;${Array.from({ length: 250 }, (_, i) => `Цена ${i};Количество ${i}`).join(';')}\n`,
    `А${';1,00;1'.repeat(250)}\n`,
  ],
  'totals.csv': ['Име;Цена\nА;1,00\n', 'Общо;1,00\n'],
  'long-numbers.csv': ['Име;Цена\n', `А;${'1'.repeat(1000)}\n`],
  'split-prices.csv': ['Име,Цена,Брой\n', 'Хляб,1,69,3\n'],
  'spaces.csv': ['Име;Цена\nА;1,00\n', ' '],
  'brackets.json': ['', '['],
  'numbers.json': [`[${'{"name":"А","price":1,"currency":"BGN"},'.repeat(100)}0`, ',0'],
  'less-than.xls': ['<table>', '<'],
  'rows.xls': ['<table>', '<tr><td>'],
  'spans.xls': ['<table>', '<tr><td colspan=999 rowspan=9999>1'],
}

const folder = mkdtempSync(join(tmpdir(), 'levro-bounds-'))
try {
  for (const [name, [start, filling]] of Object.entries(FILLED)) {
    const file = join(folder, name)
    writeFileSync(file, Buffer.concat([Buffer.from(start), Buffer.alloc(BYTES - start.length, filling)]))
    if (name.startsWith('numbers')) writeFileSync(file, ']', { flag: 'a' })
    await report(name, file)
    rmSync(file)
  }
  const list = join(folder, 'list.csv')
  writeCsvList(list, 2 * ROWS, 'utf-8')
  await report('an ordinary list.csv', list)
  await reportXls()
  await compareTwins()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Read, and given back as XLSX. */
async function reportXls(): Promise<void> {
  const file = join(folder, 'list.xls')
  const list = join(folder, 'list.xlsx')
  await writeXlsxList(list, XLS_ROWS)
  writeTwin(file, list, 'biff8')
  await report('list.xls', file)
  await report('list.xls, apply', file, ['apply', '--quiet', '--out', list])
}

async function report(name: string, file: string, command = ['inspect']): Promise<void> {
  const runs: Run[] = []
  for (let i = 0; i < RUNS; i++) runs.push(await levro(file, command))
  const { ms, mb } = medianOf(runs)
  const verdict = ms <= MOST.ms && mb <= MOST.mb ? '' : '   BEYOND THE GOAL'
  print(`${name.padEnd(26)}${megabytes(file).padStart(9)}${timeAndMemory({ ms, mb })}${verdict}`)
}

/** In turns, so that what else the machine does slows down both. */
async function compareTwins(): Promise<void> {
  const xlsx = join(folder, 'list.xlsx')
  const xlsb = join(folder, 'list.xlsb')
  await writeXlsxList(xlsx, ROWS)
  writeTwin(xlsb, xlsx, 'xlsb')
  const runs: { xlsx: Run[]; xlsb: Run[] } = { xlsx: [], xlsb: [] }
  for (let i = 0; i < RUNS; i++) {
    runs.xlsx.push(await levro(xlsx, ['inspect']))
    runs.xlsb.push(await levro(xlsb, ['inspect']))
  }
  const [one, other] = [medianOf(runs.xlsx), medianOf(runs.xlsb)]
  print(`\n${ROWS.toLocaleString('en')} rows as XLSX and as XLSB, median of ${RUNS} runs in turns`)
  print(`XLSX ${megabytes(xlsx)}${timeAndMemory(one)}`)
  print(`XLSB ${megabytes(xlsb)}${timeAndMemory(other)}`)
  print(
    `XLSB takes ${(other.ms / one.ms).toFixed(2)} × the time and ${(other.mb / one.mb).toFixed(2)} × the memory`,
  )
}

async function levro(file: string, [command, ...options]: readonly string[]): Promise<Run> {
  const run = await runMeasured(process.execPath, [LEVRO, command!, file, ...options], { mayFail: true })
  if (run === undefined) throw new Error('Levro was not measured.')
  return run
}

function medianOf(runs: readonly Run[]): Run {
  const middle = (of: (run: Run) => number) => quantile(runs.map(of), 0.5)
  return { ms: middle(({ ms }) => ms), mb: middle(({ mb }) => mb) }
}

function timeAndMemory({ ms, mb }: Run): string {
  return `${`${(ms / 1000).toFixed(2)} s`.padStart(9)}${mb.toFixed(0).padStart(6)} MB`
}

function megabytes(file: string): string {
  return `${(statSync(file).size / 1e6).toFixed(1)} MB`
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
