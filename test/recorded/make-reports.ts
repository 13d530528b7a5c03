/**
 * Creates every report from fixed results with the code of the checkout in the first argument, and
 * writes names, sizes and hashes as JSON. A separate process: its clock is fixed, and the files need the
 * time zone UTC.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rowAt } from '#table/table.ts'
import { mock } from 'node:test'
import { createServer } from 'vite'
import type { ProtocolSummary, ResultRow, ResultsSource, ExportTask } from '#reports/types.ts'
import { PRICE_LISTS } from './price-lists.ts'

const NOW = '2026-01-15T10:20:30.000Z'
const ROOT = process.argv[2] ?? ''

const LANGUAGES = ['bg', 'en'] as const

const row = (
  seq: number,
  name: string,
  originalPrice: string,
  originalCurrency: string,
  bgn: number,
  eur: number,
): ResultRow => ({ seq, name, bgn, eur, invalid: false, originalPrice, originalCurrency })

const ROWS: readonly ResultRow[] = [
  row(1, 'Хляб бял', '1.69', 'BGN', 1.69, 0.86),
  row(2, '=Мляко "3%"; дълго име, което не се побира на един ред', '2.89', 'BGN', 2.89, 1.48),
  row(3, 'Сирене', '1234.5', 'BGN', 1234.5, 631.19),
  row(4, 'Кафе', '6.4', 'EUR', 12.52, 6.4),
  {
    ...row(5, 'Сол', 'по договаряне', 'BGN', 0, 0),
    bgn: null,
    eur: null,
    invalid: true,
  },
  { ...row(6, 'Захар', '', 'BGN', 0, 0), bgn: null, eur: null },
]

const FACTS: ProtocolSummary = {
  filename: 'list.csv',
  createdAt: '2026-01-15T10:00:00.000Z',
  counts: { totalRows: 6, validRows: 4, invalidRows: 1, emptyRows: 1, tokenCost: 4 },
  totals: { bgn: 125_160, eur: 63_993 } as ProtocolSummary['totals'],
  rounding: { eur: '-0.0012', bgn: null },
  priceColumns: [],
  jobId: '01a20cdd-3314-71a8-9a73-5c84bb183de1',
  purpose: 'Опис\nкъм 15 януари',
  preparedBy: 'Анна Иванова',
  file: { bytes: 269, sha256: 'ab'.repeat(32) },
}

const sourceOf = (name: string, format: ResultsSource['format'], headerRow: number): ResultsSource => ({
  version: 1,
  jobId: FACTS.jobId,
  name,
  format,
  bytes: new Uint8Array(PRICE_LISTS[name] ?? []),
  choices: {},
  rowChoices: {
    columns: { headerRow, name: 1, price: 2, currency: null, otherPrice: null, morePrices: [] },
    defaultCurrency: 'BGN',
  },
  ids: ROWS.map((_, i) => headerRow + 2 + i),
})

const SOURCES = [
  sourceOf('list.csv', 'csv', 0),
  sourceOf('windows-1251.csv', 'csv', 0),
  sourceOf('book.xlsx', 'xlsx', 0),
  sourceOf('book.xls', 'xls', 0),
]

const TWO_COLUMNS = [
  { index: 2, title: 'Цена' },
  { index: 3, title: 'Промо' },
]

const made: [title: string, text: string][] = []

async function add(title: string, file: Blob, details?: unknown): Promise<void> {
  const bytes = Buffer.from(await file.arrayBuffer())
  const content = file.type === 'application/pdf' ? withoutId(bytes) : bytes
  const hash = createHash('sha256').update(content).digest('hex')
  const about = details === undefined ? '' : `${JSON.stringify(details)}\n`
  made.push([title, `${file.type}, ${bytes.length} bytes, SHA-256 ${hash}\n${about}`])
}

/** A PDF without the random id in its trailer (ISO 32000-1, 14.4). */
const withoutId = (pdf: Buffer): string => pdf.toString('latin1').replace(/\/ID \[[^\]]*\]/, '/ID')

mock.timers.enable({ apis: ['Date'], now: new Date(NOW) })

const vite = await createServer({
  root: ROOT,
  configFile: false,
  appType: 'custom',
  logLevel: 'error',
  server: { middlewareMode: true, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
})
const load = <T>(path: string): Promise<T> => vite.ssrLoadModule(`/src/reports/${path}`) as Promise<T>

const { resultsXlsx } = await load<typeof import('#reports/results-xlsx.ts')>('results-xlsx.ts')
const { resultsPdf } = await load<typeof import('#reports/results-pdf.ts')>('results-pdf.ts')
const { ownFile } = await load<typeof import('#reports/own-file.ts')>('own-file.ts')
const { makeTemplate, TEMPLATE_KINDS } = await load<typeof import('#reports/templates.ts')>('templates.ts')
const { protocolXlsx } =
  await load<typeof import('#reports/protocol/protocol-xlsx.ts')>('protocol/protocol-xlsx.ts')
const { protocolPdf } =
  await load<typeof import('#reports/protocol/protocol-pdf.ts')>('protocol/protocol-pdf.ts')
const { reportCsv, resultsCsv } = await load<typeof import('#reports/results-csv.ts')>('results-csv.ts')
const { resultsText } = await load<typeof import('#reports/results.ts')>('results.ts')

const font = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(join(ROOT, 'node_modules/@expo-google-fonts/manrope', name)))
const fonts = {
  regular: font('400Regular/Manrope_400Regular.ttf'),
  bold: font('700Bold/Manrope_700Bold.ttf'),
}
const noProgress = (): void => {}

await add('saved job, CSV', resultsCsv(ROWS))
for (const lang of LANGUAGES) {
  await add(`results, CSV, ${lang}`, reportCsv(ROWS, FACTS, lang))
  await add(
    `results of two columns, CSV, ${lang}`,
    reportCsv(ofTwoColumns(), { ...FACTS, priceColumns: TWO_COLUMNS }, lang),
  )
  await add(`results as text, ${lang}`, new Blob([resultsText(ROWS, lang, [])]))
  await add(`results, XLSX, ${lang}`, await resultsXlsx(ROWS, FACTS, lang))
  await add(`results, PDF, ${lang}`, await resultsPdf(ROWS, FACTS, { lang, fonts }))
  await addProtocols(lang)
  for (const kind of TEMPLATE_KINDS) await add(`template, ${kind}, ${lang}`, await makeTemplate(kind, lang))
}
for (const source of SOURCES)
  for (const kind of ['own', 'own-xlsx', 'own-csv'] as const)
    for (const placement of ['after', 'replace'] as const) {
      const order = { kind, lang: 'bg', rows: ROWS, placement, mixed: 'mark', source } as const
      const { made: written, plan, before } = await ownFile(order, noProgress)
      const { file, ...about } = written
      const rows = Array.from({ length: before.length }, (_, r) => rowAt(before, r))
      await add(`${kind} of ${source.name}, ${placement}`, file, { ...about, plan, before: rows })
    }

await vite.close()
process.stdout.write(JSON.stringify(made))

async function addProtocols(lang: (typeof LANGUAGES)[number]): Promise<void> {
  const about = { lang, rows: ROWS, facts: FACTS }
  for (const source of [SOURCES[0], undefined]) {
    const orders = ['protocol-xlsx', 'protocol-pdf'] as const satisfies ExportTask['kind'][]
    const [asXlsx, asPdf] = orders.map((kind) => ({ ...about, kind, source }))
    const title = source === undefined ? 'without its file' : 'with its file'
    if (asXlsx) await add(`protocol ${title}, XLSX, ${lang}`, await protocolXlsx(asXlsx, noProgress))
    if (asPdf) await add(`protocol ${title}, PDF, ${lang}`, await protocolPdf(asPdf, fonts, noProgress))
  }
}

function ofTwoColumns(): ResultRow[] {
  return ROWS.map((one, i) => ({ ...one, nth: i % 2 }))
}
