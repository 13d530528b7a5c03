import { parseClipboard } from '#formats/csv/clipboard.ts'
import type { Currency } from '#money/currency.ts'
import type { Row } from '#pricelist/row.ts'
import { type Before, RowStore } from './row-store.ts'
import { FilteredRows } from './row-filter.ts'
import type {
  PasteOutcome,
  PasteRequest,
  PreviewRow,
  RowChange,
  RowFilter,
  RowPlace,
  RowsBench,
  UndoFacts,
} from '../types.ts'

/** A step that can be taken back. `apply` answers the id that the person should look at; `weight` is in rows. */
export type Undo = UndoFacts & { weight: number; apply: () => number | null }

/** Rows that all steps together may remember: a few whole catalogues. */
const REMEMBERED_AT_MOST = 300_000
const STEPS_AT_MOST = 200

type Surroundings = {
  /** Whether rows may be changed now; cleared ones can be brought back when there are none. */
  isOpen: () => boolean
  isIdle: () => boolean
  /** How many rows there may be. */
  limit: () => number
  onEdited: () => void
  /** Something else is shown; the rows are the same. */
  onShown: () => void
}

/** Holds the rows in hand: shows, filters and edits them, and takes the last steps back, one after the other. */
export class EditableRows implements RowsBench {
  readonly #around: Surroundings
  #store = RowStore.blank(0)
  #view = new FilteredRows(this.#store)
  #undos: Undo[] = []

  constructor(around: Surroundings) {
    this.#around = around
  }

  get store(): RowStore {
    return this.#store
  }

  get view(): { filter: RowFilter; total: number } {
    return { filter: this.#view.filter, total: this.#view.total }
  }

  get undoable(): UndoFacts | null {
    const last = this.#undos.at(-1)
    return last ? { what: last.what, count: last.count, id: last.id, line: last.line } : null
  }

  /** Other rows take the place of these; there is no way back to them but `undo`. */
  take(store: RowStore, undo?: Undo): void {
    this.#store = store
    this.#view = new FilteredRows(store)
    this.#undos = undo ? [undo] : []
  }

  async page(offset: number, limit: number): Promise<PreviewRow[]> {
    return this.#view.page(offset, limit)
  }

  async filterRows(filter: RowFilter): Promise<void> {
    this.#view = new FilteredRows(this.#store, filter)
    this.#around.onShown()
  }

  async nextInvalid(after: number): Promise<RowPlace | null> {
    const isHidden = this.#view.nextInvalid(after) === undefined && this.#store.counts.invalidRows > 0
    if (isHidden) await this.filterRows('all')
    const id = this.#view.nextInvalid(after)
    return id === undefined ? null : this.#placeOf(id)
  }

  async addRow(): Promise<RowPlace | null> {
    if (!this.#around.isOpen() || this.#store.length >= this.#around.limit()) return null
    const id = this.#store.add()
    this.#view.follow(id)
    this.#remember('add', [nothingAt(id)])
    this.#around.onEdited()
    return this.#placeOf(id)
  }

  async removeRow(id: number): Promise<void> {
    if (!this.#around.isOpen()) return
    const before = this.#store.remove(id)
    if (!before) return
    this.#view.follow(id)
    this.#remember('delete', [before])
    this.#around.onEdited()
  }

  async editRow(id: number, change: RowChange): Promise<void> {
    const before = this.#store.before(id)
    if (!this.#around.isOpen() || !before.row) return
    this.#store.edit(id, change)
    // A cell that is passed again before the page has heard of its edit tells it twice: the second is no step to take back.
    if (isSame(before, this.#store.before(id))) return
    this.#remember('edit', [before])
    this.#around.onEdited()
  }

  async leaveOut(id: number, isLeftOut: boolean): Promise<void> {
    const before = this.#store.before(id)
    if (!this.#around.isOpen() || !this.#store.setLeftOut(id, isLeftOut)) return
    this.#remember(isLeftOut ? 'leave-out' : 'convert-too', [before])
    this.#around.onEdited()
  }

  async leaveOutZeros(): Promise<void> {
    const before = this.#around.isOpen() ? this.#store.leaveOutZeros() : []
    if (before.length === 0) return
    this.#remember('leave-out', before)
    this.#around.onEdited()
  }

  async setRowCount(count: number): Promise<number> {
    if (!this.#around.isOpen()) return this.#store.length
    const wanted = Math.min(count, this.#around.limit())
    const before: Before[] = []
    while (this.#store.length < wanted) before.push(nothingAt(this.#store.add()))
    for (;;) {
      const last = this.#store.ids.at(-1)
      if (this.#store.length <= wanted || last === undefined || this.#store.statusOf(last) !== 'empty') break
      const removed = this.#store.remove(last)
      if (removed) before.push(removed)
    }
    if (before.length === 0) return this.#store.length
    for (const { id } of before) this.#view.follow(id)
    this.#remember('count', before)
    this.#around.onEdited()
    return this.#store.length
  }

  async pasteRows({ id, column, text, ambiguous }: PasteRequest): Promise<PasteOutcome> {
    const limit = this.#around.limit()
    if (!this.#around.isOpen()) return { outcome: 'pasted', rows: 0, isCut: false }
    // One more than there may be tells that there were more.
    const { rows, question } = parseClipboard(text, {
      at: column,
      limit: limit + 1,
      ...(ambiguous && { ambiguous }),
    })
    if (question !== undefined) return { outcome: 'ask', example: question }
    const targets = this.#view.from(id, rows.length)
    // A currency that one pasted row names is not that of the rows below it.
    const currency = this.#store.lastCurrency
    const room = targets.length + Math.max(0, limit - this.#store.length)
    const before = rows.slice(0, room).map((change) => this.#fill(targets.shift(), change, currency))
    this.#remember('paste', before)
    this.#around.onEdited()
    return { outcome: 'pasted', rows: before.length, isCut: before.length < rows.length }
  }

  /** Changes a row, or one that is added where there is none, and answers what was there before. */
  #fill(target: number | undefined, change: RowChange, currency: Currency): Before {
    const id = target ?? this.#store.add(currency)
    const before = target === undefined ? nothingAt(id) : this.#store.before(id)
    this.#store.edit(id, change)
    this.#view.follow(id)
    return before
  }

  async undo(): Promise<RowPlace | null> {
    const last = this.#undos.at(-1)
    const isAllowed = last?.what === 'clear' ? this.#around.isIdle() : this.#around.isOpen()
    const undo = isAllowed ? this.#undos.pop() : undefined
    if (!undo) return null
    const id = undo.apply()
    if (id === null) return null
    // Under the wrong title nobody would look for it.
    const { filter } = this.#view
    if (filter !== 'all' && this.#store.statusOf(id) !== filter) await this.filterRows('all')
    return this.#placeOf(id)
  }

  #remember(what: UndoFacts['what'], before: readonly Before[]): void {
    const id = before[0]?.id ?? 0
    const apply = () => {
      // Backwards: what was added last goes first.
      for (const one of before.toReversed()) {
        this.#store.putBack(one)
        this.#view.follow(one.id)
      }
      this.#around.onEdited()
      return id
    }
    const { line } = this.#store.originOf(id)
    this.#undos.push({ what, count: before.length, id, line, weight: before.length, apply })
    const weight = () => this.#undos.reduce((sum, one) => sum + one.weight, 0)
    while (this.#undos.length > STEPS_AT_MOST || (this.#undos.length > 1 && weight() > REMEMBERED_AT_MOST))
      this.#undos.shift()
  }

  /** What was done before can no longer be taken back: it would bring back what no longer holds. */
  forgetSteps(): void {
    this.#undos = []
  }

  #placeOf = (id: number): RowPlace => ({ id, index: this.#view.indexOf(id) })
}

const FIELDS = Object.keys({ name: 0, price: 0, currency: 0 } satisfies Record<keyof Row, 0>) as (keyof Row)[]

const isSame = (one: Before, other: Before): boolean =>
  one.problem === other.problem &&
  one.omission === other.omission &&
  FIELDS.every((field) => one.row?.[field] === other.row?.[field])

const nothingAt = (id: number): Before => ({ id, row: null, problem: undefined, omission: undefined })
