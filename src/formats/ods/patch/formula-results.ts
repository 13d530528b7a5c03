import { type Bytes, concatBytes } from '../../bytes/bytes.ts'
import { BytePatcher } from '../../bytes/patch-bytes.ts'
import { rawText } from '../../xml/tags.ts'
import type { OdsContent } from '../document.ts'
import { ATTRIBUTE, VALUE_ATTRIBUTES } from '../names.ts'
import { SheetRows } from '../sheet-rows.ts'
import { AttributeRemover } from './cell-xml.ts'
import { type Area, areasOf } from './formula-areas.ts'

/** A cell with a formula, by the byte offsets of its tag and of its paragraphs, in pairs. */
type Formula = {
  readonly sheet: string
  readonly left: number
  readonly right: number
  readonly areas: readonly Area[] | undefined
  readonly parts: readonly number[]
}

/** Passes over all formulas; where one depends on a longer chain of columns, all of them count as changed. */
const MAX_PASSES = 50

/**
 * The document without the stored results of formulas that read changed columns, so that programs compute them when they open it:
 * LibreOffice shows stored ones otherwise, even where other prices are in the cells. Undefined where there are none.
 * @param sheet that is changed
 * @param columns of it that get other or new cells
 */
export function withoutResults(
  content: OdsContent,
  sheet: string,
  columns: Iterable<number>,
): Bytes | undefined {
  const { xml, prefixes } = content
  const changed = new ChangedColumns()
  for (const column of columns) changed.add(sheet, column, column)
  const outdated = new Set<Formula>()
  let open = [...formulasOf(content)]
  for (let pass = 0, found = -1; found !== 0 && open.length > 0; pass++) {
    const hit = open.filter(
      ({ areas }) => pass >= MAX_PASSES || areas === undefined || areas.some((area) => changed.has(area)),
    )
    for (const formula of hit) {
      outdated.add(formula)
      changed.add(formula.sheet, formula.left, formula.right)
    }
    found = hit.length
    if (found > 0) open = open.filter((formula) => !outdated.has(formula))
  }
  if (outdated.size === 0) return undefined
  const remover = new AttributeRemover(prefixes, VALUE_ATTRIBUTES)
  const patcher = new BytePatcher(xml)
  for (const { parts } of [...outdated].toSorted((a, b) => a.parts[0]! - b.parts[0]!)) {
    const [start, end, ...paragraphs] = parts as [number, number, ...number[]]
    patcher.edit({ start, end, text: remover.from(rawText(xml, start, end)) })
    for (let i = 0; i < paragraphs.length; i += 2)
      patcher.edit({ start: paragraphs[i]!, end: paragraphs[i + 1]!, text: '' })
  }
  return concatBytes(patcher.finish())
}

function* formulasOf(content: OdsContent): Generator<Formula> {
  for (const table of content.tables) {
    const { title } = table
    const rows = new SheetRows(content, table)
    while (rows.nextRow())
      while (rows.nextCell()) {
        const formula = rows.attribute(ATTRIBUTE.formula)
        if (formula === undefined) continue
        const left = rows.column
        const right = left + Math.max(rows.repeat, rows.count(ATTRIBUTE.matrixColumns)) - 1
        const parts = [rows.start, rows.tagEnd, ...rows.paragraphBounds]
        yield { sheet: title, left, right, areas: areasOf(formula, title), parts }
      }
  }
}

class ChangedColumns {
  readonly #bySheet = new Map<string, { left: number; right: number }[]>()

  add(sheet: string, left: number, right: number): void {
    if (this.#covers(sheet, left, right)) return
    const areas = this.#bySheet.get(sheet) ?? []
    this.#bySheet.set(sheet, areas)
    areas.push({ left, right })
  }

  has({ sheet, left, right }: Area): boolean {
    return this.#bySheet.get(sheet)?.some((area) => area.left <= right && area.right >= left) === true
  }

  #covers(sheet: string, left: number, right: number): boolean {
    return this.#bySheet.get(sheet)?.some((area) => area.left <= left && area.right >= right) === true
  }
}
