import { type Cell, type JoinedFields, LazyTable, type TableRow } from '#table/table.ts'
import type { CsvTable } from './table.ts'

/** How rows of delimited text differ from their fields. Rows are counted from 0. */
export type Alignment = {
  /** By row, titles of which one was split at its comma, as they are without that. */
  readonly titles: ReadonlyMap<number, TableRow>
  readonly joinedFields: JoinedFields
  /** The cells of a row whose fields cannot be assigned to the columns. */
  misaligned(r: number): boolean
  readonly markOf: (cell: string) => string | Cell
}

/** The rows of delimited text with some of them aligned to the header; cells are made when they are asked for. */
export class AlignedTable extends LazyTable {
  readonly alignment: Alignment
  override readonly isDelimited = true
  readonly #fields: CsvTable

  constructor(fields: CsvTable, alignment: Alignment) {
    super(fields.length)
    this.#fields = fields
    this.alignment = alignment
  }

  at(r: number): TableRow | undefined {
    const fields = this.#fields.at(r)
    if (fields === undefined) return undefined
    const { titles, joinedFields, markOf } = this.alignment
    const whole = titles.get(r)
    if (whole !== undefined) return whole
    const joined = joinedFields.get(r)
    if (joined !== undefined) return withJoined(fields, joined, this.#fields.layout.delimiter)
    return this.alignment.misaligned(r) ? fields.map(markOf) : fields
  }

  cell(r: number, c: number): TableRow[number] {
    const { titles, joinedFields, markOf } = this.alignment
    if (titles.has(r)) return this.at(r)?.[c]
    const joined = joinedFields.get(r)
    if (joined !== undefined) return this.#cellOfJoined(r, c, joined)
    const field = this.#fields.cell(r, c)
    return field !== undefined && this.alignment.misaligned(r) ? markOf(field) : field
  }

  #cellOfJoined(r: number, c: number, joined: readonly number[]): string | undefined {
    const f = c + joined.filter((column) => column < c).length
    const field = this.#fields.cell(r, f)
    if (!joined.includes(c)) return field
    return `${field ?? ''}${this.#fields.layout.delimiter}${this.#fields.cell(r, f + 1) ?? ''}`
  }

  lengthOfRow(r: number): number {
    const { titles, joinedFields } = this.alignment
    const whole = r < this.length ? titles.get(r) : undefined
    return whole?.length ?? this.#fields.lengthOfRow(r) - (joinedFields.get(r)?.length ?? 0)
  }

  override get joinedFields(): JoinedFields | undefined {
    const { joinedFields } = this.alignment
    return joinedFields.size > 0 ? joinedFields : undefined
  }

  first(count: number): AlignedTable {
    return new AlignedTable(this.#fields.first(count), this.alignment)
  }

  isBlank(r: number): boolean {
    return this.#fields.isBlank(r)
  }
}

/** The fields with each of these cells made of two of them, as the comma divided it. */
export function withJoined(fields: readonly string[], joined: readonly number[], delimiter = ','): string[] {
  const cells: string[] = []
  for (let f = 0; f < fields.length; f++) {
    const isJoined = joined.includes(cells.length)
    cells.push(isJoined ? `${fields[f]}${delimiter}${fields[++f] ?? ''}` : fields[f]!)
  }
  return cells
}
