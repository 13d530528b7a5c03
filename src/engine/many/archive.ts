import type { JobRow, getJob } from '#api/conversions.ts'
import { type OpenedFile, writeBackFormat } from '#formats/format.ts'
import type { ArchiveFile } from '#formats/packed/archive.ts'
import { type PatchedList, replaceLists } from '#formats/packed/repack.ts'
import { writtenPath } from '#formats/written-path.ts'
import { ZipWriter, deflate } from '#formats/zip/write.ts'
import { NoRoomForPrices, ownFile } from '#reports/own-file.ts'
import type { ExportedFile, NoRoom } from '#reports/types.ts'
import type { Row } from '#pricelist/row.ts'
import { LIMITS } from '#product/limits.ts'
import { call, hasStatus } from '../http/client.ts'
import type {
  LeftList,
  ListError,
  ListJob,
  PackRequest,
  PackedList,
  PackedLists,
  PackedNotes,
  Place,
} from './types.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** A list that was read again, and the ids of the rows that were sent. */
type ReadAgain = {
  readonly bytes: Bytes
  readonly name: string
  readonly opened: OpenedFile
  /** SHA-256; null in an insecure context. */
  readonly hash: string | null
  readonly ids: readonly number[]
  readonly rows: readonly Row[]
}

type Reader = {
  readonly archiveOf: (
    place: Place,
  ) => Promise<{ readonly bytes: Bytes; readonly files: readonly ArchiveFile[] } | ListError>
  readonly read: (list: PackedList) => Promise<ReadAgain | undefined>
  readonly onProgress: (done: number) => void
}

/**
 * Makes one archive of converted lists in the layout in which they were given: the user's own files with the prices of
 * their jobs. An archive that was given comes back with everything else in it byte for byte, and alone if it was alone. Lists that cannot be made are left out, or as they were, and named.
 */
export async function packLists(request: PackRequest, reader: Reader): Promise<PackedLists> {
  const left: LeftList[] = []
  const notes: PackedNotes[] = []
  // In lower case, as some systems tell files apart.
  const taken = new Set(request.paths.map((path) => path.toLowerCase()))
  const zip = new ZipWriter()
  let done = 0
  async function make(list: PackedList): Promise<MadeList | undefined> {
    // Without the network none of the others can be made.
    const rows = await convertedRows(list.job, request.headers)
    const made = rows && (await makeList(list, rows, request, reader).catch(noRoomIn))
    reader.onProgress(++done)
    if (made === undefined || 'noRoom' in made) {
      left.push({ path: list.path, isUnchanged: false, ...(made && { noRoom: made }) })
      return undefined
    }
    if (made.warnings.length > 0 || made.statement)
      notes.push({ path: list.path, warnings: made.warnings, statement: made.statement })
    return made
  }
  let count = 0
  const archives = new Map<string, PackedList[]>()
  for (const list of request.lists) {
    const { id, entry } = list.place
    if (entry !== undefined) {
      const lists = archives.get(id)
      if (lists) lists.push(list)
      else archives.set(id, [list])
      continue
    }
    const made = await make(list)
    if (made === undefined) continue
    const path = writtenPath(list.path, made.file, (one) => taken.has(one.toLowerCase()))
    taken.add(path.toLowerCase())
    await zip.deflate(path, [made.bytes])
    count++
  }
  for (const [id, lists] of archives) {
    const archive = await reader.archiveOf(lists[0]!.place)
    if (!('files' in archive)) {
      left.push(...lists.map(({ path }) => ({ path, isUnchanged: false })))
      continue
    }
    const written = new Map<string, PatchedList>()
    const leftBefore = left.length
    for (const list of lists) {
      const made = await make(list)
      if (made === undefined) continue
      const { format: from } = made.file
      const content = await deflate([made.bytes])
      written.set(list.place.entry!, { content, format: writeBackFormat(from), from })
    }
    if (written.size === 0) continue
    for (const [i, one] of left.entries()) if (i >= leftBefore) left[i] = { ...one, isUnchanged: true }
    const parts = await replaceLists(archive.bytes, written)
    if (archives.size === 1 && lists.length === request.lists.length)
      return { file: new Blob(parts, { type: ZIP }), left, notes }
    zip.store(request.archives.get(id) ?? id, parts)
    count++
  }
  if (count === 0) {
    if (!left.some(({ noRoom }) => noRoom !== undefined)) throw new Error('No list could be made.')
    return { left, notes }
  }
  return { file: new Blob([...zip.finish()], { type: ZIP }), left, notes }
}

const ZIP = 'application/zip'

/** Why a list cannot be made, where that is known. */
const noRoomIn = (error: unknown): NoRoom | undefined =>
  error instanceof NoRoomForPrices ? error.reason : undefined

/** The user's own file with new prices, and the one it was made of. */
type MadeList = { readonly bytes: Bytes; readonly file: OpenedFile } & Pick<
  ExportedFile,
  'warnings' | 'statement'
>

/** Rows of a conversion, each with its id in the list where that is known. */
type ConvertedRow = { readonly id: number | undefined; readonly row: JobRow }

async function makeList(
  list: PackedList,
  converted: readonly ConvertedRow[],
  { placement, lang }: PackRequest,
  { read }: Reader,
): Promise<MadeList | undefined> {
  const { job, reading } = list
  const again = await read(list)
  const ids = again && idsOf(list, converted, again)
  if (again === undefined || ids === undefined) return undefined
  const rows = converted.map(({ row }) => row)
  const { bytes, name, opened } = again
  const { format, packing } = opened
  const source = {
    version: 1,
    jobId: job.id,
    name,
    format,
    ...(packing && { packing }),
    bytes,
    choices: reading.how.file,
    rowChoices: reading.how.rows,
    ids,
  } as const
  const { made } = await ownFile({ kind: 'own', placement, lang, rows, source }, () => undefined)
  const { file, warnings, statement } = made
  return { bytes: new Uint8Array(await file.arrayBuffer()), file: opened, warnings, statement }
}

/** Where the converted rows are in the list; undefined where it is another one: their prices must not come back in it. */
function idsOf(
  { job: { parts }, reading: { hash } }: PackedList,
  converted: readonly ConvertedRow[],
  again: ReadAgain,
): readonly number[] | undefined {
  // The rows of one that was converted alone may have been changed there.
  if (parts) return hash !== null && again.hash === hash ? converted.flatMap(({ id }) => id ?? []) : undefined
  const rows = converted.map(({ row }) => row)
  return areSame(again.rows, rows) ? again.ids : undefined
}

/** Whether these rows were converted. */
const areSame = (own: readonly Row[], converted: readonly JobRow[]): boolean =>
  own.length === converted.length &&
  own.every(({ price, currency }, i) => {
    const { originalPrice, originalCurrency } = converted[i]!
    const sent = price.slice(0, LIMITS.priceLength).toWellFormed()
    // Of a row without a number no text is kept.
    const isSame = originalPrice === '' ? !/\d/.test(sent) : sent === originalPrice
    return isSame && currency === originalCurrency
  })

/** The converted rows of a list in their order; undefined where one of its conversions was deleted. */
async function convertedRows(
  { id, parts }: ListJob,
  headers: Record<string, string>,
): Promise<readonly ConvertedRow[] | undefined> {
  const all: ConvertedRow[] = []
  for (const { jobId, ids } of parts ?? [{ jobId: id, ids: undefined }]) {
    const rows = await rowsOf(jobId, headers)
    if (rows === undefined || (ids && ids.length !== rows.length)) return undefined
    all.push(...rows.map((row, i) => ({ id: ids?.[i], row })))
  }
  return parts ? all.sort((a, b) => a.id! - b.id!) : all
}

/** The rows of a conversion; undefined where it was deleted. */
async function rowsOf(id: string, headers: Record<string, string>): Promise<readonly JobRow[] | undefined> {
  try {
    const { rows } = await call<typeof getJob>('GET /api/convert/jobs/:id', { params: { id } }, { headers })
    return rows
  } catch (error) {
    if (hasStatus(error, 404)) return undefined
    throw error
  }
}
