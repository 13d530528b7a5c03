import { parseClipboard } from '#formats/csv/clipboard.ts'
import type { Currency } from '#money/currency.ts'
import type { Row } from '#pricelist/row.ts'
import type { FileRows } from './file-rows.ts'
import { type RowState, RowStore } from './row-store.ts'
import { RowTally } from './row-tally.ts'
import type {
  PasteOutcome,
  PasteRequest,
  PreviewRow,
  RowChange,
  RowCount,
  RowFilter,
  RowIds,
  RowPosition,
  RowsApi,
  RowsSummary,
  UndoableStep,
} from '../types.ts'

/** A step that can be undone. `apply` returns the id of the row to show; `weight` is in rows. */
export type UndoStep = UndoableStep & { weight: number; apply: () => number | null }

/** Memory limit of all steps together, in rows: a few whole price lists. */
const MAX_UNDO_ROWS = 300_000
const MAX_UNDO_STEPS = 200

/** A cell that is being typed in: its rows, their states before, and the step that undoes it, if they differ. */
type Typing = {
  ids: readonly number[]
  before: readonly RowState[]
  step: UndoStep | undefined
  /** Called when the rows are as before again. */
  onAsBefore: () => void
}

type RowsContext = {
  /** Whether rows may be changed now. */
  isOpen: () => boolean
  /** Whether there are no rows, so that undo may restore cleared ones. */
  isIdle: () => boolean
  /** Maximum number of rows. */
  limit: () => number
  /** Undefined for typed rows, and while the file is not opened. */
  fileRows: () => FileRows | undefined
  onEdited: () => void
  /** Called before a cell is typed in; the function that it returns, when the rows are as before again. */
  beforeTyping: () => () => void
  /** The filter changed; the rows are the same. */
  onFiltered: () => void
}

/** The page's requests about the rows: pages, edits and undo. */
export class EditableRows implements RowsApi {
  readonly #context: RowsContext
  #store = RowStore.blank(0)
  #undos: UndoStep[] = []
  /** Ends with any other change of the rows. */
  #typing: Typing | undefined

  constructor(context: RowsContext) {
    this.#context = context
  }

  get store(): RowStore {
    return this.#store
  }

  get undoable(): UndoableStep | null {
    const last = this.#undos.at(-1)
    return last ? { what: last.what, count: last.count, id: last.id, line: last.line } : null
  }

  /** Replaces all rows; `undo` is then the only step that can be undone. */
  replace(store: RowStore, undo?: UndoStep): void {
    this.#store = store
    store.setFilter('all')
    this.#undos = undo ? [undo] : []
    this.#typing = undefined
  }

  async page(offset: number, limit: number): Promise<PreviewRow[]> {
    return this.pageOf(offset, limit)
  }

  pageOf(offset: number, limit: number): PreviewRow[] {
    const file = this.#context.fileRows()
    return this.#store.page(offset, limit).map((row) => {
      const origin = this.#store.originOf(row.id)
      return { ...row, fullName: file?.fullName(row, origin) ?? row.name, cells: file?.cells(origin) ?? [] }
    })
  }

  async filterRows(filter: RowFilter): Promise<void> {
    this.#store.setFilter(filter)
    this.#context.onFiltered()
  }

  async nextInvalid(after: number): Promise<RowPosition | null> {
    const isHidden = this.#store.nextInvalid(after) === undefined && this.#store.tally.counts.invalidRows > 0
    if (isHidden) await this.filterRows('all')
    const id = this.#store.nextInvalid(after)
    return id === undefined ? null : this.#placeOf(id)
  }

  async firstTotals(count: number): Promise<RowsSummary['totals']> {
    const tally = new RowTally()
    for (const row of this.#store.rowsToConvert(count).rows) tally.count(row, {}, 1)
    return { ...tally.totals }
  }

  async addRow(): Promise<RowPosition | null> {
    if (!this.#context.isOpen() || this.#store.length >= this.#context.limit()) return null
    const id = this.#store.add()
    this.#remember('add', [absentRow(id)])
    this.#context.onEdited()
    return this.#placeOf(id)
  }

  async removeRow(ids: RowIds): Promise<void> {
    if (!this.#context.isOpen()) return
    const before = listIds(ids).flatMap((id) => this.#store.remove(id) ?? [])
    if (before.length === 0) return
    this.#remember('delete', before)
    this.#context.onEdited()
  }

  async editRow(ids: RowIds, change: RowChange): Promise<void> {
    if (!this.#context.isOpen()) return
    const typing = this.#isTypedIn(ids) ? this.#typing : undefined
    const edit = typing ?? this.#startTyping(ids)
    this.#typing = undefined
    const current = this.#statesOf(ids)
    for (const { id, row } of edit.before)
      this.#store.edit(id, typing && row ? sinceBefore(row, change) : change)
    // A cell that loses focus twice before the next snapshot sends its edit twice: the second changes nothing, and is no step.
    this.#rememberTyping(edit)
    this.#publishTyped(edit, current)
  }

  async typeRow(ids: RowIds, change: RowChange | null): Promise<void> {
    if (!this.#context.isOpen()) return
    const known = this.#isTypedIn(ids) ? this.#typing : undefined
    const typing = known ?? this.#startTyping(ids)
    const current = this.#statesOf(ids)
    for (const state of typing.before) {
      if (change && state.row) this.#store.edit(state.id, sinceBefore(state.row, change))
      else this.#store.restore(state)
    }
    this.#rememberTyping(typing)
    this.#typing = typing
    this.#publishTyped(typing, current)
  }

  #startTyping(ids: RowIds): Typing {
    const onAsBefore = this.#context.beforeTyping()
    return { ids: listIds(ids), before: this.#statesOf(ids), step: undefined, onAsBefore }
  }

  /** @param current states of the rows before this text */
  #publishTyped({ before, onAsBefore }: Typing, current: readonly RowState[]): void {
    if (this.#isAsIn(current)) return
    if (this.#isAsIn(before)) onAsBefore()
    else this.#context.onEdited()
  }

  /** Makes what was typed the last step, or none where it changed nothing. */
  #rememberTyping(typing: Typing): void {
    const isStep = typing.step !== undefined && typing.step === this.#undos.at(-1)
    if (this.#isAsIn(typing.before)) {
      if (isStep) this.#undos.pop()
      typing.step = undefined
    } else if (!isStep) {
      this.#remember('edit', typing.before)
      typing.step = this.#undos.at(-1)
    }
  }

  #isTypedIn(ids: RowIds): boolean {
    return String(this.#typing?.ids) === String(listIds(ids))
  }

  #statesOf(ids: RowIds): readonly RowState[] {
    return listIds(ids).flatMap((id) => {
      const state = this.#store.stateOf(id)
      return state.row && !this.#store.converted.has(id) ? state : []
    })
  }

  /** Whether the rows are as they were in these states. */
  #isAsIn = (states: readonly RowState[]): boolean =>
    states.every((state) => isSame(state, this.#store.stateOf(state.id)))

  async setOmitted(ids: RowIds, isLeftOut: boolean): Promise<void> {
    if (!this.#context.isOpen()) return
    const before = listIds(ids).flatMap((id) => {
      const state = this.#store.stateOf(id)
      return this.#store.setOmitted(id, isLeftOut) ? state : []
    })
    if (before.length === 0) return
    this.#remember(isLeftOut ? 'omit' : 'include', before)
    this.#context.onEdited()
  }

  async omitZeroRows(): Promise<void> {
    const before = this.#context.isOpen() ? this.#store.omitZeroRows() : []
    if (before.length === 0) return
    this.#remember('omit', before)
    this.#context.onEdited()
  }

  async setRowCount(count: number): Promise<RowCount> {
    const store = this.#store
    const wanted = Math.min(count, this.#context.limit())
    const before: RowState[] = []
    if (this.#context.isOpen()) {
      while (store.length < wanted) before.push(absentRow(store.add()))
      while (store.length > wanted) {
        const removed = store.removeBlankEnd()
        if (!removed) break
        before.push(removed)
      }
    }
    if (before.length > 0) {
      this.#remember('count', before)
      this.#context.onEdited()
    }
    return { count: store.length, lastLine: store.originOf(store.ids.at(-1) ?? 0).line }
  }

  async pasteRows({ id, column, text, ambiguous }: PasteRequest): Promise<PasteOutcome> {
    const limit = this.#context.limit()
    if (!this.#context.isOpen()) return { outcome: 'pasted', rows: 0, isCut: false }
    // One row above the limit shows that rows were cut off.
    const { rows, question } = parseClipboard(text, {
      at: column,
      limit: limit + 1,
      ...(ambiguous && { ambiguous }),
    })
    if (question !== undefined) return { outcome: 'ask', example: question }
    const targets = this.#store.editableFrom(id, rows.length)
    // A currency in one pasted row does not apply to the rows below it.
    const currency = this.#store.lastCurrency
    const room = targets.length + Math.max(0, limit - this.#store.length)
    const before = rows.slice(0, room).map((change) => this.#fill(targets.shift(), change, currency))
    if (before.length === 0) return { outcome: 'pasted', rows: 0, isCut: rows.length > 0 }
    this.#remember('paste', before)
    this.#context.onEdited()
    return { outcome: 'pasted', rows: before.length, isCut: before.length < rows.length }
  }

  /**
   * Changes the target row, or adds one.
   * @returns its state before
   */
  #fill(target: number | undefined, change: RowChange, currency: Currency): RowState {
    const id = target ?? this.#store.add(currency)
    const before = target === undefined ? absentRow(id) : this.#store.stateOf(id)
    this.#store.edit(id, change)
    return before
  }

  async undo(): Promise<RowPosition | null> {
    const last = this.#undos.at(-1)
    const isAllowed = last?.what === 'clear' ? this.#context.isIdle() : this.#context.isOpen()
    const undo = isAllowed ? this.#undos.pop() : undefined
    if (!undo) return null
    this.#typing = undefined
    const id = undo.apply()
    if (id === null) return null
    return this.showRow(id)
  }

  async showRow(id: number): Promise<RowPosition> {
    const { filter } = this.#store.view
    if (filter !== 'all' && this.#store.statusOf(id) !== filter) await this.filterRows('all')
    return this.#placeOf(id)
  }

  #remember(what: UndoableStep['what'], before: readonly RowState[]): void {
    const id = before[0]?.id ?? 0
    const apply = () => {
      // In reverse: the row added last is removed first.
      for (const one of before.toReversed()) this.#store.restore(one)
      this.#context.onEdited()
      return id
    }
    const { line } = this.#store.originOf(id)
    this.#typing = undefined
    this.#undos.push({ what, count: before.length, id, line, weight: before.length, apply })
    const weight = () => this.#undos.reduce((sum, one) => sum + one.weight, 0)
    while (this.#undos.length > MAX_UNDO_STEPS || (this.#undos.length > 1 && weight() > MAX_UNDO_ROWS))
      this.#undos.shift()
  }

  /** For changes to all rows, after which earlier states are no longer valid. */
  clearUndo(): void {
    this.#undos = []
    this.#typing = undefined
  }

  #placeOf = (id: number): RowPosition => ({ id, index: this.#store.shownIndexOf(id) })
}

const FIELDS = Object.keys({ name: 0, price: 0, currency: 0 } satisfies Record<keyof Row, 0>) as (keyof Row)[]

const isSame = (one: RowState, other: RowState): boolean =>
  one.problem === other.problem &&
  one.isTypedProblem === other.isTypedProblem &&
  one.omission === other.omission &&
  FIELDS.every((field) => one.row?.[field] === other.row?.[field])

const listIds = (ids: RowIds): readonly number[] => (typeof ids === 'number' ? [ids] : ids)

/** The change of a row as it was before: a currency that was typed and deleted again leaves no trace. */
const sinceBefore = ({ currency }: Row, change: RowChange): RowChange => ({ currency, ...change })

const absentRow = (id: number): RowState => ({
  id,
  row: null,
  problem: undefined,
  isTypedProblem: false,
  omission: undefined,
})
