import type { AmbiguousReading } from '#pricelist/types.ts'
import { type OpenedFile, type ReadError, formatOfName } from '#formats/format.ts'
import { openFile } from '#formats/open-file.ts'
import { type PairColumns, findPairColumns } from '#pricelist/pairs/pair-columns.ts'
import { type Mismatch, type PriceCheck, checkPairs } from '#pricelist/pairs/check-pairs.ts'
import { readFilePairs } from '#formats/read-price-list.ts'
import { MISSING_REASONS, type MissingReason, type PairsReading } from '#pricelist/pairs/read-pairs.ts'
import type { Lang } from '#i18n/language.ts'
import { LIMITS } from '#product/limits.ts'
import type { PairDirection } from '#pricelist/pairs/price-pair.ts'
import { factsOf } from '../bulk/session.ts'
import { fileLimitError, takeFile } from '../bulk/source-file.ts'
import type { ComparedColumns, FileChoices, FileFacts, MismatchFile } from '#reports/types.ts'
import { type CheckApi, type CheckSnapshot, NOTHING_CHECKED, type NamedRows, ROWS_NAMED } from './types.ts'
import { fileOfMismatches } from '#reports/mismatches.ts'

/** A file that was opened, and what was read of it. */
type Opened = {
  file: OpenedFile
  facts: FileFacts
  columns: ComparedColumns
  reading: PairsReading
  check: PriceCheck
}

/** Reads a file and judges its pairs of prices, away from the page's thread. Nothing of it is kept or sent. */
export class CheckSession implements CheckApi {
  readonly #publish: (snapshot: CheckSnapshot) => void
  #snapshot: CheckSnapshot = NOTHING_CHECKED
  #bytes = new Uint8Array()
  #opened: Opened | undefined
  #direction: PairDirection = 'either'
  #ambiguous: AmbiguousReading | undefined

  constructor(publish: (snapshot: CheckSnapshot) => void) {
    this.#publish = publish
  }

  async open(file: File, direction: PairDirection): Promise<void> {
    this.#direction = direction
    this.#opened = undefined
    this.#show({ phase: 'reading', progress: 0, fileName: file.name, error: null, checked: null })
    const isTooBig = file.size > LIMITS.fileBytes && formatOfName(file.name) !== undefined
    const taken = isTooBig ? null : await takeFile(file)
    this.#bytes = taken?.bytes ?? new Uint8Array()
    const error = taken ? await this.#read(file.name, {}) : fileLimitError(isTooBig)
    if (error) this.#show({ phase: 'error', error })
  }

  async reopen(choices: FileChoices): Promise<ReadError | null> {
    const { fileName } = this.#snapshot
    if (fileName === null) return null
    this.#show({ phase: 'reading', progress: 0 })
    const error = await this.#read(fileName, choices)
    if (error) this.#show({ phase: 'done' })
    return error
  }

  async #read(fileName: string, choices: FileChoices): Promise<ReadError | null> {
    const onProgress = (progress: number) => this.#show({ progress })
    const result = await openFile(this.#bytes, { fileName, ...choices, allKeys: true, onProgress })
    if (!result.ok) return result.error
    this.#ambiguous = undefined
    const facts = factsOf(result.file, fileName, this.#bytes.length)
    const { pairs, guess } = findPairColumns(result.file.table, facts.detection)
    this.#compare(result.file, facts, { pairs, found: pairs, areNamed: false, guess })
    return null
  }

  async compare(named: PairColumns | null): Promise<void> {
    if (!this.#opened) return
    const { file, facts, columns } = this.#opened
    this.#ambiguous = undefined
    const pairs = named ? [named] : columns.found
    this.#compare(file, facts, { ...columns, pairs, areNamed: named !== null })
  }

  async answer(ambiguous: AmbiguousReading): Promise<void> {
    if (!this.#opened) return
    const { file, facts, columns } = this.#opened
    this.#ambiguous = ambiguous
    this.#compare(file, facts, columns)
  }

  async judge(direction: PairDirection): Promise<void> {
    this.#direction = direction
    if (!this.#opened) return
    const { file, facts, columns, reading } = this.#opened
    this.#judged(file, facts, columns, reading)
  }

  async page(offset: number, limit: number): Promise<Mismatch[]> {
    return this.#opened?.check.mismatches.slice(offset, offset + limit) ?? []
  }

  async fileOfMismatches(kind: MismatchFile, lang: Lang): Promise<Blob> {
    if (!this.#opened) throw new Error('Nothing was checked.')
    const { facts, columns, check } = this.#opened
    return fileOfMismatches({ kind, lang, facts, columns, check })
  }

  #compare(file: OpenedFile, facts: FileFacts, columns: ComparedColumns): void {
    const { pairs, areNamed } = columns
    const ambiguous = this.#ambiguous
    const choices = { columns: facts.detection.columns, pairs, areNamed, ...(ambiguous && { ambiguous }) }
    this.#judged(file, facts, columns, readFilePairs(file, file.table, choices))
  }

  #judged(file: OpenedFile, facts: FileFacts, columns: ComparedColumns, reading: PairsReading): void {
    const check = checkPairs(reading, this.#direction)
    this.#opened = { file, facts, columns, reading, check }
    const { direction, summary } = check
    this.#show({
      phase: 'done',
      error: null,
      checked: {
        file: facts,
        columns,
        direction,
        summary,
        firstRows: firstRowsOf(check),
        question: reading.question ?? null,
      },
      revision: this.#snapshot.revision + 1,
    })
  }

  #show(change: Partial<CheckSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change }
    this.#publish(this.#snapshot)
  }
}

function firstRowsOf({ missing }: PriceCheck): Record<MissingReason, NamedRows> {
  const found = Object.fromEntries(MISSING_REASONS.map((reason) => [reason, new Set()])) as Record<
    MissingReason,
    Set<number>
  >
  // One more than are named tells that there are more.
  for (const { reason, row } of missing) if (found[reason].size <= ROWS_NAMED) found[reason].add(row)
  const named = MISSING_REASONS.map((reason) => {
    const rows = [...found[reason]]
    return [reason, { rows: rows.slice(0, ROWS_NAMED), hasMore: rows.length > ROWS_NAMED }]
  })
  return Object.fromEntries(named) as Record<MissingReason, NamedRows>
}
