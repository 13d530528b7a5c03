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
import { openFileSource } from '../large/file-source.ts'
import type { LargeCheck } from '../large/large-check.ts'
import { risingProgress, throttleProgress } from '../rpc/worker-server.ts'
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
import { LIMITS } from '#product/limits.ts'
import { readBytes } from '#formats/stream/byte-source.ts'
import { type Strip, buildStrip, placeOf } from './strip.ts'

/** Of those that are kept with the file, for the pages in between. */
const MAX_KEPT_MISMATCHES = 5

/** An opened file, and what was read of it. */
type Opened = CheckedSource & {
  readonly facts: FileSummary
  /** Undefined for a file that is read in parts. */
  readonly reading: PairsReading | undefined
}

/**
 * The price check in its worker: reads a file and checks its price pairs. Nothing is sent unless the user orders
 * the corrected file, and nothing is saved but the file while they sign in or pay for it.
 */
export class CheckSession implements CheckApi {
  readonly #publish: (snapshot: CheckSnapshot) => void
  #snapshot: CheckSnapshot = EMPTY_CHECK_SNAPSHOT
  /** Empty where the file is read in parts. */
  #bytes = new Uint8Array()
  #given: File | undefined
  #large: LargeCheck | undefined
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
    this.#given = file
    const isShown = !isLoaded && bytes.code === 'too-big' && file.size <= LIMITS.shownBytes
    const error = isLoaded
      ? await this.#read(file.name, {})
      : isShown && (await this.#readLarge(file, {}))
        ? null
        : bytes
    if (error) this.#show({ phase: 'error', error })
  }

  async keep(): Promise<boolean> {
    if (!this.#opened || this.#large) return false
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
    this.#given = new File([bytes], name)
    const error = await this.#read(name, choices)
    if (error) this.#show({ phase: 'error', error })
    else if (named) await this.compare(named)
    if (ambiguous !== null) await this.answer(ambiguous)
    return direction
  }

  #begin(fileName: string, direction: PairDirection): void {
    this.#direction = direction
    this.#opened = undefined
    this.#large = undefined
    this.#show({ phase: 'reading', progress: 0, fileName, error: null, checked: null })
  }

  async reopen(choices: FileChoices): Promise<ReadError | null> {
    const { fileName } = this.#snapshot
    if (fileName === null) return null
    this.#show({ phase: 'reading', progress: 0 })
    const isLarge = this.#large !== undefined && this.#given !== undefined
    const error = !isLarge
      ? await this.#read(fileName, choices)
      : (await this.#readLarge(this.#given!, choices))
        ? null
        : ({ code: 'unreadable', reason: 'broken' } as const)
    if (error) this.#show({ phase: 'done' })
    return error
  }

  /** Checks a file in parts. False where that is not possible. */
  async #readLarge(file: File, choices: FileChoices): Promise<boolean> {
    // Few files need its code.
    const { LargeCheck } = await import('../large/large-check.ts')
    const large = await openFileSource(file)
      .then((source) => LargeCheck.open(source, { fileName: file.name, ...choices, allKeys: true }))
      // It was changed, or its disk removed.
      .catch(() => undefined)
    if (!large) return false
    const facts = summarizeFile(large.head, file.name, file.size)
    const { pairs, guess } = findPairColumns(large.head.table, facts.detection)
    const before = { large: this.#large, ambiguous: this.#ambiguous }
    this.#large = large
    this.#ambiguous = undefined
    if (await this.#compare(large.head, facts, { pairs, found: pairs, areNamed: false, guess })) {
      this.#choices = choices
      this.#bytes = new Uint8Array()
      return true
    }
    this.#large = before.large
    this.#ambiguous = before.ambiguous
    return false
  }

  async #read(fileName: string, choices: FileChoices): Promise<ReadError | null> {
    const onProgress = (progress: number) => this.#show({ progress })
    const result = await openFile(this.#bytes, { fileName, ...choices, allKeys: true, onProgress })
    if (!result.ok) return result.error
    const isCut = result.file.warnings.some(({ code }) => code === 'rows-cut')
    if (isCut && this.#given && (await this.#readLarge(this.#given, choices))) return null
    this.#ambiguous = undefined
    this.#choices = choices
    const facts = summarizeFile(result.file, fileName, this.#bytes.length)
    const { pairs, guess } = findPairColumns(result.file.table, facts.detection)
    await this.#compare(result.file, facts, { pairs, found: pairs, areNamed: false, guess })
    return null
  }

  async compare(named: PairColumns | null): Promise<void> {
    if (!this.#opened) return
    const { file, facts, columns } = this.#opened
    this.#ambiguous = undefined
    const pairs = named ? [named] : columns.found
    await this.#compareAgain(file, facts, { ...columns, pairs, areNamed: named !== null })
  }

  async answer(ambiguous: AmbiguousReading): Promise<void> {
    if (!this.#opened) return
    const { file, facts, columns } = this.#opened
    this.#ambiguous = ambiguous
    await this.#compareAgain(file, facts, columns)
  }

  async setDirection(direction: PairDirection): Promise<void> {
    this.#direction = direction
    if (!this.#opened) return
    const { file, facts, columns, reading } = this.#opened
    if (reading) this.#checkPairs(file, facts, columns, reading)
    else await this.#compareAgain(file, facts, columns)
  }

  async givenFile(): Promise<File | null> {
    if (!this.#opened) return null
    return (this.#large && this.#given) ?? new File([this.#bytes], this.#opened.facts.name)
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
    const { source } = this.#large ?? {}
    const bytes = source ? readBytes(source, 0, source.length) : this.#bytes
    const [fonts, file] = await Promise.all([loadPdfFonts(hasEmoji), fingerprintFile(bytes)])
    return checkProtocolPdf({ lang, facts, columns, check, file, createdAt: new Date().toISOString() }, fonts)
  }

  async offerCorrection(replaced: Currency, owner: string): Promise<CorrectionOffer | null> {
    if (this.#opened === undefined || this.#large) return null
    return this.#corrections.offer(this.#opened, replaced, owner)
  }

  async correct(id: string, options: CorrectOptions): Promise<CorrectOutcome> {
    return this.#corrections.correct(id, options)
  }

  async recover(id: string, options: CorrectOptions): Promise<CorrectOutcome> {
    return this.#corrections.recover(id, options)
  }

  /** The same of a file that was checked already, which takes a while where it is large. */
  async #compareAgain(file: OpenedFile, facts: FileSummary, columns: ComparedColumns): Promise<void> {
    if (this.#large) this.#show({ phase: 'reading', progress: 0 })
    if (await this.#compare(file, facts, columns)) return
    this.#show({ phase: 'error', error: { code: 'too-big', limitBytes: LIMITS.fileBytes }, checked: null })
  }

  /** False for a large file whose rows depend on each other. */
  async #compare(file: OpenedFile, facts: FileSummary, columns: ComparedColumns): Promise<boolean> {
    const { pairs, areNamed } = columns
    const ambiguous = this.#ambiguous
    const choices = { columns: facts.detection.columns, pairs, areNamed, ...(ambiguous && { ambiguous }) }
    if (!this.#large) {
      this.#checkPairs(file, facts, columns, readFilePairs(file, file.table, choices))
      return true
    }
    const show = throttleProgress((progress: number) => this.#show({ progress }))
    const onProgress = risingProgress(this.#snapshot.progress, show)
    const found = await this.#large.check(choices, this.#direction, onProgress)
    if (!found) return false
    this.#showCheck(file, facts, columns, undefined, found.check, found.strip)
    return true
  }

  #checkPairs(file: OpenedFile, facts: FileSummary, columns: ComparedColumns, reading: PairsReading): void {
    const check = checkPairs(reading, this.#direction)
    const side = sideOf(derivedCurrency(check.direction))
    const strip = buildStrip(reading.pairs.map(placeOf), check, side)
    this.#showCheck(file, facts, columns, reading, check, strip)
  }

  #showCheck(
    file: OpenedFile,
    facts: FileSummary,
    columns: ComparedColumns,
    reading: PairsReading | undefined,
    check: PriceCheck,
    strip: Strip,
  ): void {
    this.#opened = { bytes: this.#bytes, file, fileName: facts.name, facts, columns, reading, check }
    const { direction, summary } = check
    this.#show({
      phase: 'done',
      error: null,
      checked: {
        file: facts,
        isLarge: this.#large !== undefined,
        columns,
        direction,
        summary,
        strip,
        firstRows: firstRowsOf(check),
        question: reading?.question ?? null,
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
