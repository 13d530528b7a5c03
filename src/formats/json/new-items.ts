import type { AddedRow } from '#writeback/plan.ts'
import { keyText } from './changed-cells.ts'
import type { Edit } from '../bytes/patch-bytes.ts'
import type { JsonPatchContext, JsonValues } from './patch-values.ts'
import type { JsonColumn, JsonStep } from './rows.ts'
import { ROOT } from './tape.ts'

/** A column of a new object, and its keys from there. */
type NewValue = { readonly column: number; readonly steps: readonly JsonStep[] }

/** Whether a column has the keys of the items of the list. */
const isItemKey = ({ areKeys, steps }: JsonColumn): boolean => areKeys === true && steps.length === 0

/** Creates the items of rows that the user added, with the keys and the white space of the last item. */
export class NewItems {
  readonly #context: JsonPatchContext
  readonly #values: JsonValues

  constructor(context: JsonPatchContext, values: JsonValues) {
    this.#context = context
    this.#values = values
  }

  /** Undefined where there is nothing to add, or no item with keys to add it after. */
  afterLast(added: readonly AddedRow[]): Edit | undefined {
    const { rows, changed } = this.#context
    const { tape } = rows
    const last = rows.length === 0 ? undefined : rows.itemOf(rows.length - 1)
    const template = this.#template()
    if (added.length === 0 || last === undefined || template === undefined) return undefined
    const list = tape.parents()[last]!
    const between = this.#between(list, last)
    const keys = new Set(tape.isObject(list) ? tape.childrenOf(list).map((child) => tape.keyOf(child)) : [])
    const renamed = rows.columns.findIndex(isItemKey)
    for (const cells of changed.values()) keys.add(keyText(cells.get(renamed) ?? ''))
    const texts = added.map((row) => {
      const object = this.#object(template, this.#columnsOf(row), row)
      return between + (tape.isObject(list) ? this.#keyed(row, last, keys, object) : object)
    })
    return { start: tape.endOf(last), end: tape.endOf(last), text: texts.join('') }
  }

  /** A member under the keys of objects and lists that are missing too. */
  wrapped(steps: readonly JsonStep[], members: string, like: number | undefined): string {
    return steps.reduceRight(
      (inner, step) =>
        this.#values.formatMember(like, this.#values.literal(step.key, undefined), this.inList(step, inner)),
      members,
    )
  }

  /** The value under a key: an object with these members, in a list where there is one under that key. */
  inList({ isList }: JsonStep, members: string): string {
    return isList ? `[{${members}}]` : `{${members}}`
  }

  /** The last item with keys. */
  #template(): number | undefined {
    const { rows } = this.#context
    for (let row = rows.length - 1; row >= 0; row--) {
      const item = rows.itemOf(row)
      if (rows.tape.isObject(item) && rows.tape.childrenOf(item).length > 0) return item
    }
    return undefined
  }

  /** The text between the last two items. */
  #between(list: number, last: number): string {
    const { tape } = this.#context.rows
    const { text } = tape.source
    const [before] = tape.neighboursOf(list, last)
    const start = tape.isObject(list) ? tape.keyStartOf(last) : tape.startOf(last)
    if (before !== undefined) return text.slice(tape.endOf(before), start)
    return list === ROOT ? '\n' : `,${text.slice(tape.startOf(list) + 1, start)}`
  }

  #columnsOf({ cells }: AddedRow): NewValue[] {
    const { columns } = this.#context.rows
    return Array.from(cells.keys()).flatMap((column) => {
      const { steps, areKeys, isAround } = columns[column] ?? { steps: [] }
      return steps.length === 0 || areKeys || isAround ? [] : [{ column, steps }]
    })
  }

  /** The item under a key that is its own. */
  #keyed({ cells }: AddedRow, like: number, keys: Set<string>, object: string): string {
    const { columns } = this.#context.rows
    const content = cells.get(columns.findIndex(isItemKey))
    const wanted = typeof content === 'string' && content !== '' ? content : 'new'
    let key = wanted
    for (let n = 2; keys.has(key); n++) key = `${wanted} ${n}`
    keys.add(key)
    return this.#values.formatMember(like, this.#values.literal(key, undefined), object)
  }

  /** @param template an object whose keys, order and white space the new one has */
  #object(
    template: number | undefined,
    own: readonly NewValue[],
    row: AddedRow,
    offer?: JsonStep['offer'],
  ): string {
    const { rows, plan } = this.#context
    const { tape } = rows
    const { text } = tape.source
    const members = template === undefined ? [] : tape.childrenOf(template)
    const keys = new Set([
      ...members.map((member) => tape.keyOf(member)),
      ...own.map(({ steps }) => steps[0]!.key),
    ])
    const first = members[0]
    const written: string[] = []
    const appended: string[] = []
    for (const key of keys) {
      const values = own.filter(({ steps }) => steps[0]!.key === key)
      if (values.length === 0) continue
      const like = members.find((member) => tape.keyOf(member) === key)
      const inner = values.filter(({ steps }) => steps.length > 1)
      const value = values.find(({ steps }) => steps.length === 1)
      if (value === undefined) {
        const { isList, offer } = inner[0]!.steps[0]!
        const below = inner.map(({ column, steps }) => ({ column, steps: steps.slice(1) }))
        const object = this.#object(this.#objectIn(like), below, row, offer)
        const literal = this.#values.literal(key, like)
        written.push(this.#values.formatMember(like ?? first, literal, this.#inList(object, like, isList)))
        continue
      }
      const c = value.column
      const cell = row.prices.get(c)
      const translated = cell && this.#values.translatedKey(c, cell)
      const literal = this.#values.newValue(c, like, row.cells, row.prices)!
      written.push(
        this.#values.formatMember(like ?? first, this.#values.literal(translated ?? key, like), literal),
      )
      if (cell === undefined || plan.placement === 'replace') continue
      const { text: added } = this.#values.newMember(c, like, first, cell)
      if (plan.placement === 'end') appended.push(added)
      else written.push(added)
    }
    if (offer !== undefined) {
      const [key, value] = [offer.key, offer.currency].map((text) => this.#values.literal(text, undefined))
      appended.push(this.#values.formatMember(first, key!, value!))
    }
    const all = [...written, ...appended]
    if (template === undefined || first === undefined) return `{${all.join(', ')}}`
    const last = tape.lastMemberOf(template)!
    const opening = text.slice(tape.startOf(template), tape.keyStartOf(template + 1))
    const closing = text.slice(tape.endOf(last), tape.endOf(template))
    return opening + all.join(tape.separatorOf(template, last)) + closing
  }

  /** The object under a key, or the first one in a list under it. */
  #objectIn(node: number | undefined): number | undefined {
    const { tape } = this.#context.rows
    if (node === undefined || tape.isObject(node)) return node
    return tape.isList(node) ? tape.childrenOf(node).find((item) => tape.isObject(item)) : undefined
  }

  #inList(object: string, like: number | undefined, isList: boolean): string {
    const { tape } = this.#context.rows
    if (!(like === undefined ? isList : tape.isList(like))) return object
    const item = this.#objectIn(like)
    if (like === undefined || item === undefined) return `[${object}]`
    const { text } = tape.source
    const last = tape.lastMemberOf(like)!
    return (
      text.slice(tape.startOf(like), tape.startOf(like + 1)) +
      object +
      text.slice(tape.endOf(last), tape.endOf(like))
    )
  }
}
