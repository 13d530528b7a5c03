import { type Cell, type JoinedFields, LazyTable, type TableRow } from '#table/table.ts'
import type { CsvTable } from './table.ts'

/** How the cells of rows differ from their fields. Rows are 0-based. */
export type RowAlignment = {
  /** Header rows in which the halves of a title that its comma split are joined again. */
  readonly joinedTitles: ReadonlyMap<number, TableRow>
  readonly joinedFields: JoinedFields
  /** Whether the fields of a row cannot be assigned to the columns. */
  isMisaligned(r: number): boolean
  readonly markCell: (cell: string) => string | Cell
}

/** A CSV table with misaligned rows aligned to the header or marked. Cells are created when they are read. */
export class AlignedTable extends LazyTable {
  readonly alignment: RowAlignment
  override readonly isDelimited = true
  readonly #fields: CsvTable

  constructor(fields: CsvTable, alignment: RowAlignment) {
    super(fields.length)
    this.#fields = fields
    this.alignment = alignment
  }

  at(r: number): TableRow | undefined {
    const fields = this.#fields.at(r)
    if (fields === undefined) return undefined
    const { joinedTitles: titles, joinedFields, markCell: markOf } = this.alignment
    const whole = titles.get(r)
    if (whole !== undefined) return whole
    const joined = joinedFields.get(r)
    if (joined !== undefined) return joinFields(fields, joined, this.#fields.offsets.delimiter)
    return this.alignment.isMisaligned(r) ? fields.map(markOf) : fields
  }

  cell(r: number, c: number): TableRow[number] {
    const { joinedTitles: titles, joinedFields, markCell: markOf } = this.alignment
    if (titles.has(r)) return this.at(r)?.[c]
    const joined = joinedFields.get(r)
    if (joined !== undefined) return this.#cellOfJoined(r, c, joined)
    const field = this.#fields.cell(r, c)
    return field !== undefined && this.alignment.isMisaligned(r) ? markOf(field) : field
  }

  #cellOfJoined(r: number, c: number, joined: readonly number[]): string | undefined {
    const f = c + joined.filter((column) => column < c).length
    const field = this.#fields.cell(r, f)
    if (field === undefined || !joined.includes(c)) return field
    return `${field}${this.#fields.offsets.delimiter}${this.#fields.cell(r, f + 1)!}`
  }

  lengthOfRow(r: number): number {
    const { joinedTitles: titles, joinedFields } = this.alignment
    const fields = this.#fields.lengthOfRow(r)
    return fields === 0 ? 0 : (titles.get(r)?.length ?? fields - (joinedFields.get(r)?.length ?? 0))
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

/**
 * Joins each of these cells from two fields that its comma split.
 * @param joined indexes of columns, ascending
 */
export function joinFields(fields: readonly string[], joined: readonly number[], delimiter = ','): string[] {
  const cells: string[] = []
  for (let f = 0; f < fields.length; f++) {
    const isJoined = joined.includes(cells.length)
    cells.push(isJoined ? `${fields[f]}${delimiter}${fields[++f]!}` : fields[f]!)
  }
  return cells
}
