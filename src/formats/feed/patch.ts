import { DecimalMarkCounter, decimalMarks, readAs } from '#writeback/price-style.ts'
import type { WriteBackPlan, WriteBackWarning } from '#writeback/plan.ts'
import { cellAt, cellText } from '#table/table.ts'
import type { Bytes } from '../bytes/bytes.ts'
import { createEncoder } from '../bytes/encoder.ts'
import { decodeText } from '../bytes/encoding.ts'
import { BytePatcher, type Edit } from '../bytes/patch-bytes.ts'
import type { OpenedFile, WriteBackResult } from '../format.ts'
import { isWithin, statedCurrency } from './kinds.ts'
import { Markup } from './markup.ts'
import { NewNames } from './names.ts'
import { type Cells, type PatchContext, RecordPatcher, addedRecord } from './patch-record.ts'
import { openFeed } from './read.ts'
import { type Feed, RecordReader, readColumns } from './records.ts'
import { XmlSource, xmlEncoding } from './source.ts'

/**
 * Writes an XML file with new prices: a new element after the old one with its indentation and prefix, a new attribute after
 * the old one, or the new price in place of the old one. Every other byte is unchanged. Linear in time.
 */
export function patchFeed(bytes: Bytes, file: OpenedFile, plan: WriteBackPlan): WriteBackResult {
  const decoded = decodeText(bytes, file.encoding)
  const { encoding, hasBom } = xmlEncoding(decoded, file.encoding !== undefined)
  const read = decoded.realigned?.bytes ?? bytes
  const source = new XmlSource(read, encoding, hasBom)
  const opened = openFeed(source, file.sheet)
  if (!opened.ok) throw new Error('The XML file cannot be read again.')
  const { kind, kinds, paths } = opened.feed
  // One currency stands for all records, and for what else the file has, or for the records in this one.
  const isStated =
    statedCurrency(kind, paths) !== undefined ||
    (plan.currencyColumn !== null && kinds.some((other) => isWithin(other, kind)))
  const isShared = plan.placement === 'replace' && isStated
  const own: WriteBackPlan = isShared ? { ...plan, placement: 'end' } : plan
  const patcher = new BytePatcher(read)
  const encoder = createEncoder(encoding)
  const markup = new Markup(source, encoder)
  const apply = ({ start, end, text }: Edit) =>
    patcher.replace(source.byteOffset(start), source.byteOffset(end), encoder.encode(text))
  writeRecords(opened.feed, file, own, markup, apply)
  const warnings: WriteBackWarning[] = isShared ? ['currency-around'] : []
  if (own.placement === 'replace' && kinds.length > 1) warnings.push('lists-kept')
  return { parts: patcher.finish(), format: 'xml', warnings }
}

const NO_CELLS: Cells = new Map()

/** @param apply gets the edits in the order of their offsets */
function writeRecords(
  feed: Feed,
  { table }: OpenedFile,
  plan: WriteBackPlan,
  markup: Markup,
  apply: (edit: Edit) => void,
): void {
  const rows = table.length - 1
  const first = new RecordReader(feed)
  const { columns } = readColumns(first, rows, () => {})
  const { source } = feed
  const context: PatchContext = {
    source,
    markup,
    plan,
    root: first.columns.root,
    columns,
    ownCurrency: first.columns.ownCurrency,
    names: new NewNames(),
    marks: marksOf(table, plan),
  }
  const changed = new Map(plan.changed.map(({ row, cells }) => [row, cells]))
  const reader = new RecordReader(feed, first.columns)
  let last: RecordPatcher | undefined
  for (let row = 1; row <= rows && reader.next(); row++) {
    const { place, fields, blanks, places } = reader
    const prices = new Map(
      plan.columns.flatMap(({ column, cells }) => {
        const cell = cells.get(row)
        return cell === undefined ? [] : [[column, cell] as const]
      }),
    )
    last = new RecordPatcher(context, { place, fields, blanks, places })
    for (const edit of last.edits(prices, changed.get(row) ?? NO_CELLS)) apply(edit)
  }
  if (last === undefined || plan.added.length === 0) return
  const { end } = last.record.place
  apply({
    start: end,
    end,
    text: plan.added.map((added) => addedRecord(added, context, last.record)).join(''),
  })
}

function marksOf(table: OpenedFile['table'], { columns }: WriteBackPlan): ReturnType<typeof decimalMarks> {
  const counters = new Map(
    columns.map(({ column, cells }) => [column, new DecimalMarkCounter(readAs(cells))]),
  )
  for (const { column, cells } of columns)
    for (const row of cells.keys()) counters.get(column)!.count(cellText(cellAt(table, row, column)), row)
  return decimalMarks(counters, [...counters.keys()])
}
