import type { AmbiguousReading } from '#pricelist/types.ts'
import type { Currency } from '#money/currency.ts'
import type { OpenedFile, ReadError } from '#formats/format.ts'
import { openFile } from '#formats/open-file.ts'
import { type PairColumns, findPairColumns } from '#pricelist/pairs/pair-columns.ts'
import { type Mismatch, type PriceCheck, checkPairs } from '#pricelist/pairs/check-pairs.ts'
import { readFilePairs } from '#formats/read-price-list.ts'
import { MISSING_REASONS, type MissingReason, type PairsReading } from '#pricelist/pairs/read-pairs.ts'
import type { Lang } from '#i18n/language.ts'
import { type PairDirection, derivedCurrency } from '#pricelist/pairs/price-pair.ts'
import { sideOf } from '#money/amount.ts'
import { loadFile, summarizeFile } from '../file.ts'
import { type CheckedSource, Corrections } from './corrections.ts'
import type { ComparedColumns, FileChoices, FileSummary, MismatchFile } from '#reports/types.ts'
import {
  type CheckSnapshot,
  type CheckApi,
  type CorrectionOffer,
  type CorrectOptions,
  type CorrectOutcome,
  EMPTY_CHECK_SNAPSHOT,
  type RowSample,
  MAX_SAMPLE_ROWS,
} from './types.ts'
import { type DeviceRecords, DEVICE_RECORDS } from '../storage/bulk-store.ts'
import { buildMismatchFile } from '#reports/mismatches.ts'
import { fingerprintFile } from '#reports/fingerprint.ts'
import { buildStrip } from './strip.ts'

/** Of those that are kept with the file, for the pages in between. */
const MAX_KEPT_MISMATCHES = 5

/** An opened file, and what was read of it. */
type Opened = CheckedSource & {
  readonly facts: FileSummary
  readonly reading: PairsReading
}

/**
 * The price check in its worker: reads a file and checks its price pairs. Nothing is sent unless the user orders
 * the corrected file, and nothing is saved but the file while they sign in or pay for it.
 */
export class CheckSession implements CheckApi {
  readonly #publish: (snapshot: CheckSnapshot) => void
  #snapshot: CheckSnapshot = EMPTY_CHECK_SNAPSHOT
  #bytes = new Uint8Array()
  #opened: Opened | undefined
  #direction: PairDirection = 'either'
  #ambiguous: AmbiguousReading | undefined
  #choices: FileChoices = {}
  readonly #device: DeviceRecords
  readonly #corrections: Corrections

  /** @param device where a file is kept, and paid corrections are remembered */
  constructor(publish: (snapshot: CheckSnapshot) => void, device = DEVICE_RECORDS) {
    this.#publish = publish
    this.#device = device
    this.#corrections = new Corrections(device)
  }

  async open(file: File, direction: PairDirection): Promise<void> {
    this.#begin(file.name, direction)
    await this.#device.save('checked', undefined)
    const bytes = await loadFile(file)
    const isLoaded = bytes instanceof Uint8Array
    this.#bytes = isLoaded ? bytes : new Uint8Array()
    const error = isLoaded ? await this.#read(file.name, {}) : bytes
    if (error) this.#show({ phase: 'error', error })
  }

  async keep(): Promise<boolean> {
    if (!this.#opened) return false
    const { facts, columns, check } = this.#opened
    const { direction, summary, mismatches } = check
    return this.#device.save('checked', {
      version: 1,
      name: facts.name,
      bytes: this.#bytes,
      choices: this.#choices,
      direction: this.#direction,
      named: columns.areNamed ? (columns.pairs[0] ?? null) : null,
      ambiguous: this.#ambiguous ?? null,
      keptAt: Date.now(),
      found: {
        direction,
        checked: summary.checked,
        off: summary.off,
        first: mismatches.slice(0, MAX_KEPT_MISMATCHES),
      },
    })
  }

  async openKept(): Promise<PairDirection | null> {
    const kept = await this.#device.loadSaved('checked')
    if (!kept) return null
    await this.#device.save('checked', undefined)
    const { name, bytes, choices, direction, named, ambiguous } = kept
    this.#begin(name, direction)
    this.#bytes = bytes
    const error = await this.#read(name, choices)
    if (error) this.#show({ phase: 'error', error })
    else if (named) await this.compare(named)
    if (ambiguous !== null) await this.answer(ambiguous)
    return direction
  }

  #begin(fileName: string, direction: PairDirection): void {
    this.#direction = direction
    this.#opened = undefined
    this.#show({ phase: 'reading', progress: 0, fileName, error: null, checked: null })
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
    this.#choices = choices
    const facts = summarizeFile(result.file, fileName, this.#bytes.length)
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

  async setDirection(direction: PairDirection): Promise<void> {
    this.#direction = direction
    if (!this.#opened) return
    const { file, facts, columns, reading } = this.#opened
    this.#checkPairs(file, facts, columns, reading)
  }

  async givenFile(): Promise<File | null> {
    return this.#opened ? new File([this.#bytes], this.#opened.facts.name) : null
  }

  async page(offset: number, limit: number): Promise<Mismatch[]> {
    return this.#opened?.check.mismatches.slice(offset, offset + limit) ?? []
  }

  async exportMismatches(kind: MismatchFile, lang: Lang): Promise<Blob> {
    if (!this.#opened) throw new Error('Nothing was checked.')
    const { facts, columns, check } = this.#opened
    return buildMismatchFile({ kind, lang, facts, columns, check })
  }

  /** Loads the code of PDF files on its first use. */
  async exportProtocol(lang: Lang): Promise<Blob> {
    if (!this.#opened) throw new Error('Nothing was checked.')
    const { facts, columns, check } = this.#opened
    const [{ checkProtocolPdf }, { loadPdfFonts }, { isEmoji }] = await Promise.all([
      import('#reports/protocol/check-pdf.ts'),
      import('#reports/pdf/fonts.ts'),
      import('#reports/pdf/emoji.ts'),
    ])
    const hasEmoji = [facts.name, ...check.mismatches.map(({ name }) => name)].some(isEmoji)
    const [fonts, file] = await Promise.all([loadPdfFonts(hasEmoji), fingerprintFile(this.#bytes)])
    return checkProtocolPdf({ lang, facts, columns, check, file, createdAt: new Date().toISOString() }, fonts)
  }

  async offerCorrection(replaced: Currency, owner: string): Promise<CorrectionOffer | null> {
    return this.#opened === undefined ? null : this.#corrections.offer(this.#opened, replaced, owner)
  }

  async correct(id: string, options: CorrectOptions): Promise<CorrectOutcome> {
    return this.#corrections.correct(id, options)
  }

  async recover(id: string, options: CorrectOptions): Promise<CorrectOutcome> {
    return this.#corrections.recover(id, options)
  }

  #compare(file: OpenedFile, facts: FileSummary, columns: ComparedColumns): void {
    const { pairs, areNamed } = columns
    const ambiguous = this.#ambiguous
    const choices = { columns: facts.detection.columns, pairs, areNamed, ...(ambiguous && { ambiguous }) }
    this.#checkPairs(file, facts, columns, readFilePairs(file, file.table, choices))
  }

  #checkPairs(file: OpenedFile, facts: FileSummary, columns: ComparedColumns, reading: PairsReading): void {
    const check = checkPairs(reading, this.#direction)
    this.#opened = { bytes: this.#bytes, file, fileName: facts.name, facts, columns, reading, check }
    const { direction, summary } = check
    this.#show({
      phase: 'done',
      error: null,
      checked: {
        file: facts,
        columns,
        direction,
        summary,
        strip: buildStrip(reading.pairs, check, sideOf(derivedCurrency(direction))),
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

function firstRowsOf({ missing }: PriceCheck): Record<MissingReason, RowSample> {
  const found = Object.fromEntries(MISSING_REASONS.map((reason) => [reason, new Set()])) as Record<
    MissingReason,
    Set<number>
  >
  // One row above the limit shows that there are more.
  for (const { reason, row } of missing) if (found[reason].size <= MAX_SAMPLE_ROWS) found[reason].add(row)
  const samples = MISSING_REASONS.map((reason) => {
    const rows = [...found[reason]]
    return [reason, { rows: rows.slice(0, MAX_SAMPLE_ROWS), hasMore: rows.length > MAX_SAMPLE_ROWS }]
  })
  return Object.fromEntries(samples) as Record<MissingReason, RowSample>
}
