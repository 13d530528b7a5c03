import type { Currency } from '#money/currency.ts'
import type { Encoding } from '#table/text-source.ts'
import { cellText } from '#table/table.ts'
import {
  type AddedRow,
  type CellContent,
  type PricedColumn,
  type WriteBackPlan,
  type WriteBackWarning,
  amountIn,
  newColumns,
  targetCurrencies,
} from '#writeback/plan.ts'
import type { ConvertedCell } from '#writeback/converted-cells.ts'
import type { Bytes } from '../bytes/bytes.ts'
import { createDecoder } from '../bytes/decoder.ts'
import { type Encoder, createEncoder } from '../bytes/encoder.ts'
import type { WriteBackResult } from '../format.ts'
import { findEncoding } from './encoding.ts'
import { FieldNames } from './field-names.ts'
import {
  type FieldForm,
  FieldWidth,
  canHave,
  digitsOf,
  isBinary,
  isText,
  isWrittenNumber,
  numberText,
  writeAscii,
  writeNumber,
} from './field-width.ts'
import { type DbfField, type DbfHeader, lengthOf, liveRecords, readHeader } from './header.ts'
import {
  type WrittenField,
  hasIndex,
  isLinked,
  isWithinLimits,
  placed,
  recordLengthOf,
  writeHeader,
} from './layout.ts'
import { PlannedValues, type RowChange } from './planned-values.ts'
import { fieldName } from './read.ts'
import { DbfValues } from './values.ts'

/**
 * Writes a table with new prices: in a field of their own, or in place. Deleted records, the end mark, the date of the header and
 * every other byte stay as they are; memo and index files are not needed. A field that is too narrow for its new values becomes
 * wider. Linear in time.
 */
export function patchDbf(
  bytes: Bytes,
  chosen: Encoding | undefined,
  requested: WriteBackPlan,
): WriteBackResult {
  const header = readHeader(bytes)
  if (header === undefined) throw new TypeError('The file is no dBase table.')
  const isMixed = hasUnmarkable(requested, header.columns)
  const plan: WriteBackPlan = isMixed ? { ...requested, placement: 'end' } : requested
  const { parts, warnings } = new DbfPatcher(bytes, header, chosen, plan).write()
  return { parts, format: 'dbf', warnings: isMixed ? ['mixed-money', ...warnings] : warnings }
}

/** Whether a currency is to be written next to numbers, where fields of numbers have no room for it. */
const hasUnmarkable = ({ placement, columns }: WriteBackPlan, fields: readonly DbfField[]): boolean =>
  placement === 'replace' &&
  columns.some(
    ({ column, cells }) =>
      !isText(fields[column]!) && Array.from(cells.values()).some(({ isMarked }) => isMarked === true),
  )

/** A field of the written table. `currency`: of a new field, the one that its prices are in. */
type OutField = WrittenField & { readonly currency?: Currency }

/** Digits before the point in a new field: as many as its source has, or as a price has. */
const USUAL_DIGITS = 9
const MOST_DIGITS = 17
const AMOUNT_DECIMALS = 2
const [SPACE, ZERO] = [0x20, 0]

class DbfPatcher {
  readonly #bytes: Bytes
  readonly #header: DbfHeader
  readonly #plan: WriteBackPlan
  readonly #encoder: Encoder
  readonly #values: DbfValues
  readonly #names: readonly string[]
  /** The offsets of the records that are rows. */
  readonly #rows: readonly number[]
  readonly #existing: ExistingRow
  readonly #planned: PlannedValues
  readonly #fields: readonly OutField[]
  readonly #warnings = new Set<WriteBackWarning>()

  constructor(bytes: Bytes, header: DbfHeader, chosen: Encoding | undefined, plan: WriteBackPlan) {
    const { encoding } = findEncoding(bytes, header, chosen)
    const decoder = createDecoder(encoding)
    this.#bytes = bytes
    this.#header = header
    this.#plan = plan
    this.#encoder = createEncoder(encoding)
    this.#values = new DbfValues(bytes, header, decoder)
    this.#names = header.columns.map((field) => fieldName(bytes, field, decoder))
    this.#rows = Array.from(liveRecords(bytes, header), (record) => offsetOf(header, record))
    const textAt = (row: number, c: number): string => this.#textAt(row, c)
    this.#existing = new ExistingRow(plan, textAt)
    this.#planned = new PlannedValues(plan, header.columns, this.#encoder, textAt)
    this.#fields = this.#layout()
  }

  write(): { readonly parts: Bytes[]; readonly warnings: readonly WriteBackWarning[] } {
    const { added } = this.#plan
    const head = writeHeader(this.#bytes, this.#header, this.#fields, added.length)
    const records = this.#writeRecords(recordLengthOf(this.#header, this.#fields))
    const tail = this.#bytes.subarray(offsetOf(this.#header, this.#header.present))
    this.#warn()
    return { parts: [head, records, tail], warnings: [...this.#warnings] }
  }

  /** The text of a cell of the table, whose first row are the names of the fields. */
  #textAt(row: number, c: number): string {
    const [start, field] = [this.#rows[row - 1], this.#header.columns[c]]
    return start === undefined || field === undefined ? '' : cellText(this.#values.cell(start, field))
  }

  /** Every row with its changes. The object is the same for all rows of the file. */
  *#changes(): Generator<RowChange> {
    for (let row = 1; row <= this.#rows.length; row++) yield this.#existing.at(row)
    for (const one of this.#plan.added) yield addedChange(one)
  }

  /** The columns of which a row can have new values. */
  #columnsOf(row: RowChange): Iterable<number> {
    const { placement, columns, currencyColumn } = this.#plan
    if (placement !== 'replace') return row.contentColumns
    const replaced = [
      ...columns.map(({ column }) => column),
      ...(currencyColumn === null ? [] : [currencyColumn]),
    ]
    return new Set([...replaced, ...row.contentColumns])
  }

  /** The new values of the fields of a row. */
  *#valuesOf(row: RowChange): Generator<readonly [c: number, value: string]> {
    for (const c of this.#columnsOf(row)) {
      const value = this.#planned.valueOf(c, row)
      if (value === undefined) continue
      if (value === null || !canHave(this.#header.columns[c]!, value, this.#encoder))
        this.#warnings.add('values-kept')
      else yield [c, value]
    }
  }

  /** The fields of the file, wider where they have to be, and the new ones. */
  #layout(): readonly OutField[] {
    const { fields, columns } = this.#header
    const names = new FieldNames(this.#names, this.#encoder)
    const forms = this.#forms()
    const renamed = this.#renamed(names)
    const added = this.#addedFields(names)
    const last = columns.length - 1
    return placed(
      fields.flatMap((source): Omit<OutField, 'offset'>[] => {
        const c = columns.indexOf(source)
        if (c === -1) return [{ ...formOf(source), source, column: undefined }]
        const name = renamed.get(c)
        const own = { ...(forms.get(c) ?? formOf(source)), source, column: c, ...(name && { name }) }
        const behind = added.filter(({ column }) =>
          this.#plan.placement === 'after' ? column === c : c === last,
        )
        return [own, ...behind]
      }),
    )
  }

  /** By column, its form with room for the new values. */
  #forms(): ReadonlyMap<number, FieldForm> {
    const widths = new Map<number, FieldWidth>()
    for (const row of this.#changes())
      for (const [c, value] of this.#valuesOf(row)) {
        const width = widths.get(c) ?? new FieldWidth(this.#header.columns[c]!, this.#encoder)
        width.add(value)
        widths.set(c, width)
      }
    return new Map(Array.from(widths, ([c, { form }]) => [c, form]))
  }

  #addedFields(
    names: FieldNames,
  ): readonly (Omit<OutField, 'offset' | 'column'> & { readonly column: number })[] {
    if (this.#plan.placement === 'replace') return []
    return this.#plan.columns.flatMap((priced) =>
      newColumns([priced]).map(({ source: column, currency }) => {
        const width = new FieldWidth(amountForm(this.#header.columns[column]!), this.#encoder)
        for (const row of this.#changes()) {
          const price = row.priceOf(priced)
          if (price !== undefined) width.add(amountIn(price, currency))
        }
        const name = this.#encoder.encode(names.added(this.#names[column]!, currency))
        return { ...width.form, source: undefined, column, name, currency }
      }),
    )
  }

  /** By column, the new name of replaced prices that all get the same currency. */
  #renamed(names: FieldNames): ReadonlyMap<number, Bytes> {
    const renamed = new Map<number, Bytes>()
    if (this.#plan.placement !== 'replace') return renamed
    for (const priced of this.#plan.columns) {
      const [to, other] = targetCurrencies(priced)
      if (priced.cells.size === 0 || other !== undefined) continue
      const name = names.renamed(this.#names[priced.column]!, to!)
      if (name !== undefined) renamed.set(priced.column, this.#encoder.encode(name))
    }
    return renamed
  }

  /** All records, deleted ones too, and the added ones behind them. Those that the header does not count get the same form. */
  #writeRecords(length: number): Bytes {
    const { recordLength, fields, records, present } = this.#header
    const { added } = this.#plan
    const written = new Uint8Array((present + added.length) * length)
    const copies = copiesOf(this.#fields)
    const reshaped = this.#fields.filter(isReshaped)
    const rest = lengthOf(fields)
    const blank = this.#blankRecord(length)
    let row = 0
    for (let record = 0; record < present; record++) {
      const start = offsetOf(this.#header, record)
      const at = record < records ? record : record + added.length
      const target = written.subarray(at * length, (at + 1) * length)
      target.set(blank)
      for (const { from, to, bytes } of copies)
        target.set(this.#bytes.subarray(start + from, start + from + bytes), to)
      target.set(this.#bytes.subarray(start + rest, start + recordLength), length - (recordLength - rest))
      for (const field of reshaped) this.#reshape(start, field, target)
      if (this.#rows[row] === start) this.#writeRow(this.#existing.at(++row), target)
    }
    for (const [i, one] of added.entries()) {
      const target = written.subarray((records + i) * length, (records + i + 1) * length)
      target.set(blank)
      this.#writeRow(addedChange(one), target)
    }
    return written
  }

  /** A record without values: spaces, and zeros in binary fields. */
  #blankRecord(length: number): Bytes {
    const blank = new Uint8Array(length).fill(SPACE)
    for (const { type, length: bytes, offset } of this.#fields)
      if (isBinary(type, bytes)) blank.fill(ZERO, offset, offset + bytes)
    return blank
  }

  /** Writes the value that the file has into a field of another width or type. */
  #reshape(start: number, field: OutField, target: Bytes): void {
    const source = field.source!
    if (isText(field)) this.#writeText(this.#values.bytesOf(start, source), field, target)
    else if (source.type === 'I')
      writeAscii(numberText(cellText(this.#values.cell(start, source)), field), target, field.offset)
    else {
      const own = this.#bytes.subarray(start + source.offset, start + source.offset + source.length)
      target.set(own, field.offset + field.length - source.length)
    }
  }

  #writeRow(row: RowChange, target: Bytes): void {
    for (const { column, currency, ...form } of this.#fields) {
      if (currency === undefined) continue
      const price = row.priceOf(this.#plan.columns.find((priced) => priced.column === column)!)
      if (price !== undefined) writeAscii(numberText(amountIn(price, currency), form), target, form.offset)
    }
    for (const [c, value] of this.#valuesOf(row)) {
      const field = this.#fields.find(({ column, source }) => column === c && source !== undefined)!
      if (isText(field)) this.#writeText(this.#encoder.encode(value), field, target)
      else writeNumber(value, field, target, field.offset)
      this.#setFlag(field.source!.nullBit, false, target)
    }
  }

  /** A text of a variable length has this length in its last byte, unless it fills the field. */
  #writeText(text: Bytes, { source, offset, length }: OutField, target: Bytes): void {
    target.fill(SPACE, offset, offset + length)
    target.set(text, offset)
    const bit = source?.lengthBit
    if (bit === undefined) return
    if (text.length < length) target[offset + length - 1] = text.length
    this.#setFlag(bit, text.length < length, target)
  }

  #setFlag(bit: number | undefined, isSet: boolean, target: Bytes): void {
    const flags = this.#fields.find(({ type }) => type === '0')
    if (bit === undefined || flags === undefined) return
    const at = flags.offset + (bit >> 3)
    const mask = 1 << (bit & 7)
    target[at] = isSet ? target[at]! | mask : target[at]! & ~mask
  }

  #warn(): void {
    const isNew = this.#fields.some(({ source }) => source === undefined)
    const isWider = this.#fields.some(isReshaped)
    const isRenamed = this.#fields.some(({ source, name }) => source !== undefined && name !== undefined)
    const hasOtherValues = this.#plan.placement === 'replace' || this.#plan.changed.length > 0
    if (isWider) this.#warnings.add('fields-widened')
    if (isRenamed) this.#warnings.add('fields-renamed')
    if (!isWithinLimits(this.#header, this.#fields)) this.#warnings.add('fields-too-many')
    if (isLinked(this.#bytes, this.#header) && (isNew || isWider || isRenamed))
      this.#warnings.add('database-differs')
    if (this.#plan.placement === 'replace' && this.#rows.length < this.#header.records)
      this.#warnings.add('deleted-kept')
    if (hasIndex(this.#bytes) && (hasOtherValues || isRenamed || this.#plan.added.length > 0))
      this.#warnings.add('index-outdated')
  }
}

const offsetOf = ({ headerLength, recordLength }: DbfHeader, record: number): number =>
  headerLength + record * recordLength

const formOf = ({ type, length, decimals }: DbfField): FieldForm => ({ type, length, decimals })

/** A field for the converted prices of a field: a number with two decimals. */
function amountForm(source: DbfField): FieldForm {
  const own = isWrittenNumber(source) ? digitsOf(source) : USUAL_DIGITS
  return { type: 'N', length: Math.min(own, MOST_DIGITS) + 1 + AMOUNT_DECIMALS, decimals: AMOUNT_DECIMALS }
}

const isReshaped = ({ source, type, length }: OutField): boolean =>
  source !== undefined && (source.type !== type || source.length !== length)

/** Stretches of a record that are copied: the mark of deletion, and fields next to each other that keep their width. */
function copiesOf(fields: readonly OutField[]): { from: number; to: number; bytes: number }[] {
  const copies = [{ from: 0, to: 0, bytes: 1 }]
  for (const field of fields) {
    if (field.source === undefined || isReshaped(field)) continue
    const last = copies.at(-1)!
    const isNext = last.from + last.bytes === field.source.offset && last.to + last.bytes === field.offset
    if (isNext) last.bytes += field.length
    else copies.push({ from: field.source.offset, to: field.offset, bytes: field.length })
  }
  return copies
}

/** The changes of a row of the file; one object for all rows. */
class ExistingRow implements RowChange {
  #row = 0
  #content: ReadonlyMap<number, CellContent> = NO_CONTENT
  readonly #changed: ReadonlyMap<number, ReadonlyMap<number, CellContent>>
  readonly #textAt: (row: number, c: number) => string

  constructor({ changed }: WriteBackPlan, textAt: (row: number, c: number) => string) {
    this.#changed = new Map(changed.map(({ row, cells }) => [row, cells]))
    this.#textAt = textAt
  }

  at(row: number): this {
    this.#row = row
    this.#content = this.#changed.get(row) ?? NO_CONTENT
    return this
  }

  get contentColumns(): Iterable<number> {
    return this.#content.keys()
  }

  priceOf({ cells }: PricedColumn): ConvertedCell | undefined {
    return cells.get(this.#row)
  }

  contentAt(c: number): CellContent | undefined {
    return this.#content.get(c)
  }

  textOf(c: number): string {
    return this.#textAt(this.#row, c)
  }
}

const NO_CONTENT: ReadonlyMap<number, CellContent> = new Map()

const addedChange = ({ cells, prices }: AddedRow): RowChange => ({
  contentColumns: cells.keys(),
  priceOf: ({ column }) => prices.get(column),
  contentAt: (c) => cells.get(c),
  textOf: () => '',
})
