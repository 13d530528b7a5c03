import type { BulkBody } from '#api/conversions.ts'
import { type OpenedFile, otherSheets } from '#formats/format.ts'
import { openLists } from '#formats/open-file.ts'
import { type ArchiveFile, listArchive } from '#formats/packed/archive.ts'
import { readPriceList } from '#formats/read-price-list.ts'
import { ZipError } from '#formats/zip/zip-error.ts'
import { EURO, NATIONAL } from '#money/currency.ts'
import { type Assumption, type RowsReading, perLineOf, priceColumnsOf } from '#pricelist/types.ts'
import { withPrice } from '#pricelist/columns/table-columns.ts'
import { LIMITS } from '#product/limits.ts'
import { sha256Hex } from '#reports/fingerprint.ts'
import { columnTitle } from '#reports/labels.ts'
import type { RowChoices } from '#reports/types.ts'
import { mixedColumns } from '#writeback/mixed-currencies.ts'
import type { WriteBackWarning } from '#writeback/plan.ts'
import {
  disambiguateTitles,
  hasCandidates,
  isAsked,
  isSevere,
  pickFileChoices,
  withAmbiguityAnswer,
} from '../bulk/choices.ts'
import { openAndDetect, saveColumnChoice, withHeader } from '../bulk/file-reading.ts'
import { fileWarnings } from '../bulk/file-warnings.ts'
import { RowStore } from '../bulk/row-store.ts'
import type { StoreSummary } from '../bulk/row-tally.ts'
import { submitBulk } from '../bulk/submit.ts'
import { loadFile } from '../file.ts'
import { HISTORY, type History } from '../storage/history.ts'
import type { FileReading, FileWarnings } from '../types.ts'
import { packLists } from './archive.ts'
import type {
  FoundLists,
  ListAnswer,
  ListChoices,
  ListError,
  ListJob,
  ListQuestion,
  ListReading,
  ManyWork,
  PackRequest,
  PackedLists,
  Place,
  SentList,
} from './types.ts'

type Bytes = Uint8Array<ArrayBuffer>

const BROKEN = { code: 'unreadable', reason: 'broken' } as const satisfies ListError

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

type OpenedArchive = { readonly id: string; readonly bytes: Bytes; readonly files: readonly ArchiveFile[] }

/** The bytes of lists. Of archives the last one is kept: its lists are read one after the other. */
export class Sources {
  #last: OpenedArchive | undefined

  async bytesOf({ id, file, entry }: Place): Promise<Bytes | ListError> {
    if (entry === undefined) return loadFile(file)
    const archive = await this.archive({ id, file })
    if (!('files' in archive)) return archive
    const [found, ...others] = archive.files.filter(({ path }) => path === entry)
    // Which of them is meant cannot be said.
    if (found === undefined || others.length > 0) return BROKEN
    if (found.size > LIMITS.fileBytes) return { code: 'too-big', limitBytes: LIMITS.fileBytes }
    try {
      return await found.content()
    } catch (error) {
      if (!(error instanceof ZipError)) throw error
      return { code: 'unreadable', reason: error.reason }
    }
  }

  async archive({ id, file }: Place): Promise<OpenedArchive | ListError> {
    if (this.#last?.id === id) return this.#last
    const bytes = await loadFile(file)
    if (!(bytes instanceof Uint8Array)) return bytes
    const listed = listArchive(bytes, undefined)
    if (!listed.ok) return listed.error
    this.#last = { id, bytes, files: listed.files }
    return this.#last
  }
}

/** A list whose rows were read. */
type ReadList = {
  readonly bytes: Bytes
  readonly name: string
  readonly opened: OpenedFile
  readonly how: FileReading
  readonly store: RowStore
  readonly assumptions: readonly Assumption[]
  readonly warnings: FileWarnings
  /** What would become of new prices in place of the old ones. */
  readonly replacing: readonly WriteBackWarning[]
}

/** Reads price lists one at a time. */
export class ListWork implements ManyWork {
  readonly #sources = new Sources()
  readonly #history: History
  #prepared: { readonly body: string; readonly hash: string | null } | undefined

  constructor(history = HISTORY) {
    this.#history = history
  }

  async findLists(place: Place): Promise<FoundLists | null> {
    const bytes = await loadFile(place.file)
    if (!(bytes instanceof Uint8Array)) return null
    const found = await openLists(bytes, { fileName: place.file.name })
    return found
      ? { lists: found.lists.map(({ path, size }) => ({ path, size })), others: found.others }
      : null
  }

  async read(place: Place, owner: string, how?: ListChoices, answer?: ListAnswer) {
    const read = await this.#read(place, owner, how, answer)
    if (!('store' in read)) return { error: read }
    const { opened, how: reading, store, assumptions, warnings, replacing } = read
    const { choices, columnsKnown, file, hash } = reading
    const isReviewed = how?.isReviewed === true || (answer !== undefined && 'reviewed' in answer)
    if (answer && 'column' in answer)
      await saveColumnChoice(opened, file, choices, { owner, history: this.#history })
    const summary = store.tally.summarize()
    if (summary.counts.totalRows > LIMITS.bulkRows) return { error: { code: 'too-many-rows' } as const }
    const earlier = hash === null ? undefined : await this.#history.findConverted(hash, owner)
    const titles = disambiguateTitles(priceColumnsOf(choices.columns), file.detection.all)
    const { inCurrency, counts, totals } = summary
    return {
      reading: {
        how: { file: pickFileChoices(file), rows: choices, columnsKnown, isReviewed },
        counts,
        totals,
        currency: inCurrency[EURO] > inCurrency[NATIONAL] ? EURO : NATIONAL,
        isAssumed: assumptions.some(({ what, ...rest }) => what === 'currency' && !('stated' in rest)),
        prices: titles.map(({ index, title }) => columnTitle(index, title)),
        kept: warnings.rivals.map(({ index, title }) => columnTitle(index, title)),
        returned: {
          format: opened.format,
          replacing,
          hasRoom: !opened.warnings.some(({ code }) => code === 'no-room'),
        },
        unread: opened.warnings.flatMap((one) => (one.code === 'entries-unread' ? one.entries : [])),
        otherSheets: otherSheets(opened).length,
        questions: questionsOf(read, summary, isReviewed),
        hash,
        // A part of it that was converted is not the list.
        convertedAt: earlier && earlier.prices >= counts.validRows ? earlier.at : undefined,
      } satisfies ListReading,
    }
  }

  /** Reads the rows of a list; an error where that is not possible. */
  async #read(
    place: Place,
    owner: string,
    given?: ListChoices,
    answer?: ListAnswer,
  ): Promise<ReadList | ListError> {
    const bytes = await this.#sources.bytesOf(place)
    if (!(bytes instanceof Uint8Array)) return bytes
    const name = nameOf(place.entry ?? place.file.name)
    const source = { id: place.id, bytes, isSaved: false, opened: null }
    const options = { previous: null, owner, history: this.#history, onProgress: () => undefined }
    const found = await openAndDetect(source, name, given?.file ?? {}, options)
    if (!found.ok) return found.error
    const { opened } = found
    if (opened.warnings.some(({ code }) => code === 'rows-cut')) return { code: 'too-many-rows' }
    const how = answered(found.how, opened, given, answer)
    const { choices } = how
    const rows = readPriceList(opened, name, choices)
    const warnings = fileWarnings(how, rows, opened)
    return {
      bytes,
      name,
      opened,
      how,
      store: RowStore.fromReading(rows, rows.table.length, perLineOf(choices)),
      assumptions: rows.assumptions,
      warnings,
      replacing: [...(warnings.replacing ?? []), ...(hasMixedColumn(rows) ? (['mixed-money'] as const) : [])],
    }
  }

  async prepare(place: Place, how: ListChoices) {
    const read = await this.#read(place, '', how)
    this.#prepared = undefined
    if (!('store' in read)) return null
    const { rows } = read.store.rowsToConvert()
    const body = JSON.stringify({ rows, filename: read.name, source: 'upload' } satisfies BulkBody)
    const fingerprint = await sha256Hex(new TextEncoder().encode(body))
    this.#prepared = { body, hash: read.how.hash }
    // Without SHA-256 (insecure context) the body stands for itself.
    return { fingerprint: fingerprint ?? body, cost: read.store.tally.counts.tokenCost }
  }

  async send(key: string, headers: Record<string, string>): Promise<SentList> {
    if (this.#prepared === undefined) throw new Error('Nothing is prepared.')
    const result = await submitBulk(this.#prepared.body, { headers, key, delayMs: 0 })
    if (result.outcome !== 'converted') return result
    const { jobId, createdAt, newBalance, stats } = result.reply
    return {
      outcome: 'converted',
      balance: newBalance,
      job: { id: jobId, createdAt, prices: stats.validRows },
    }
  }

  async remember(owner: string, { createdAt, prices }: ListJob): Promise<void> {
    await this.#history.saveConverted(this.#prepared?.hash ?? null, owner, createdAt, prices)
  }

  pack(request: PackRequest, onProgress: (done: number) => void = () => undefined): Promise<PackedLists> {
    return packLists(request, {
      archiveOf: (place) => this.#sources.archive(place),
      read: async ({ place, reading }) => {
        const read = await this.#read(place, '', reading.how)
        if (!('store' in read)) return undefined
        const { bytes, name, opened, store, how } = read
        const { rows, ids } = store.rowsToConvert()
        return { bytes, name, opened, hash: how.hash, rows, ids }
      },
      onProgress,
    })
  }
}

/** How a list is read: as detected, or by choices that were made before, and an answer. */
function answered(
  found: FileReading,
  opened: OpenedFile,
  given: ListChoices | undefined,
  answer: ListAnswer | undefined,
): FileReading {
  const before = given ? { ...found, choices: given.rows, columnsKnown: given.columnsKnown } : found
  const { file, choices } = before
  const how = { ...before, file: withHeader(file, opened, choices) }
  if (answer === undefined || 'reviewed' in answer) return how
  if ('column' in answer) {
    const { column } = answer
    const { columns } = choices
    const chosen = {
      ...choices,
      columns: column === columns.price ? columns : withPrice(columns, column, file.detection),
    }
    return { ...how, choices: withAmbiguityAnswer(chosen, choices), columnsKnown: true }
  }
  const change: Partial<RowChoices> =
    'currency' in answer ? { defaultCurrency: answer.currency, isCurrencyForced: true } : answer
  return { ...how, choices: { ...choices, ...change } }
}

/** Whether a column has prices in both currencies. */
const hasMixedColumn = ({ rows, nth, problems, omitted }: RowsReading): boolean =>
  mixedColumns(
    rows.flatMap(({ price, currency }, i) =>
      price === '' || problems.has(i) || omitted.has(i) ? [] : [[nth[i]!, currency] as const],
    ),
  ).some(Boolean)

/** What must be answered or judged before the list is converted: never what another list has said. */
function questionsOf(
  { opened, how, assumptions, warnings }: ReadList,
  summary: StoreSummary,
  isReviewed: boolean,
): ListQuestion[] {
  const { columnsKnown, choices, file } = how
  const { detection } = file
  if (!columnsKnown) return [columnQuestion(how)]
  const asked = assumptions.filter((assumption) => isAsked(assumption, choices))
  if (asked.length > 0) return asked
  const review = (why: Extract<ListQuestion, { what: 'review' }>['why']): ListQuestion[] => [
    { what: 'review', why },
  ]
  if (summary.counts.validRows === 0) return review('no-prices')
  if (detection.columns.price === null && choices.columns.price === null) return review('columns')
  if (isReviewed) return []
  if (opened.warnings.some(({ code }) => code === 'undecodable-bytes' || code === 'records-differ'))
    return review('damaged')
  if ((opened.equalSheets ?? []).length > 0) return review('sheets')
  const isConflict = assumptions.some(({ what }) => what === 'currency-conflict')
  // The answer to the contradiction is one to the warning, too.
  if (warnings.doubts.some((one) => isSevere(one) && !(isConflict && one.what === 'currency-named')))
    return review('warning')
  return summary.zeroRows > 0 ? review('zero') : []
}

function columnQuestion({ file }: FileReading): ListQuestion {
  const { candidates, question, all } = file.detection
  if (!hasCandidates(file)) return { what: 'review', why: 'columns' }
  const options = disambiguateTitles(candidates, all).map(({ index, title }) => ({
    index,
    title: columnTitle(index, title),
    sample: all[index]?.samples.find((text) => text !== ''),
  }))
  return { what: 'column', question, options }
}
