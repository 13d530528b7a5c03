import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { LIMITS } from '#product/limits.ts'
import type { Table } from '#table/table.ts'
import type { Bytes } from '../bytes/bytes.ts'
import {
  type OpenOptions,
  type OpenResult,
  type OpenedFile,
  type ReadError,
  type Sheet,
  type UnreadEntry,
  type UnsupportedFile,
  type UnsupportedKind,
  chooseSheet,
  extensionOf,
  failure,
  formatOfName,
  promisedFormat,
  unpackedName,
} from '../format.ts'
import { hasPriceTitle } from '../header-choice.ts'
import { ZipError } from '../zip/zip-error.ts'
import { type ArchiveFile, type ArchiveLists, describeArchive, listArchive } from './archive.ts'
import { gunzip } from './gzip.ts'

/** Opens what was unpacked; an archive in it is refused. */
type OpenUnpacked = (bytes: Bytes, options: OpenOptions) => Promise<OpenResult>

const limitOf = ({ limits }: OpenOptions): number => limits?.bytes ?? LIMITS.fileBytes

/** Opens the file in a gzip file. */
export async function openGzip(bytes: Bytes, options: OpenOptions, open: OpenUnpacked): Promise<OpenResult> {
  const limitBytes = limitOf(options)
  const unpacked = await gunzip(bytes, limitBytes)
  if (!unpacked.ok)
    return failure(
      unpacked.reason === 'too-big'
        ? { code: 'too-big', limitBytes }
        : { code: 'unreadable', reason: unpacked.reason },
    )
  const { content, name } = unpacked
  const own = unpackedName(options.fileName)
  const fileName = extensionOf(own) === '' ? (name ?? own) : own
  const result = await open(content, { ...options, fileName })
  if (result.ok) return { ok: true, file: { ...result.file, packing: { kind: 'gzip' } } }
  return failure(withoutType(result.error, { kind: 'archive', format: 'gzip' }))
}

/** The archive has a type that is supported: what is told is what is in it, if that is known. */
const withoutType = (error: ReadError, archive: UnsupportedFile): ReadError =>
  error.code === 'unsupported-type' ? { code: 'other-file', file: error.file ?? archive } : error

/**
 * Opens the price list in a ZIP archive. Of several the user chooses one, as of the sheets of a workbook; {@link listArchive}
 * lists them all.
 */
export async function openArchive(
  bytes: Bytes,
  options: OpenOptions,
  open: OpenUnpacked,
): Promise<OpenResult> {
  const listed = listArchive(bytes, options.limits)
  if (!listed.ok) return listed
  const archive = new Archive(options, open, listed.files)
  const [only, ...others] = listed.files
  if (only !== undefined && others.length === 0)
    return withUnread(await archive.openOnly(only, describeArchive(bytes)), listed.outside)
  if (!canBeSearched(listed.files, options)) return failure({ code: 'unreadable', reason: 'bomb' })
  const { lists, archives } = await archive.findLists(listed.files)
  if (lists.length === 0) return failure({ code: 'other-file', file: describeArchive(bytes) })
  const opened =
    lists.length === 1
      ? archive.openOnly(lists[0]!.file, describeArchive(bytes))
      : archive.openChosen(lists, describeArchive(bytes))
  return withUnread(await opened, [...listed.outside, ...archives.map(unreadArchive)])
}

const unreadArchive = ({ path }: ArchiveFile): UnreadEntry => ({ path, why: 'archive' })

/** Names the files of the archive that are not read, although they may be or hold lists. */
function withUnread(result: OpenResult, entries: readonly UnreadEntry[]): OpenResult {
  if (!result.ok || entries.length === 0) return result
  const { file } = result
  return { ok: true, file: { ...file, warnings: [...file.warnings, { code: 'entries-unread', entries }] } }
}

/** Finds the lists of a ZIP archive: its tables, and the files that cannot be read although they have the name of one. */
export async function findLists(
  bytes: Bytes,
  options: OpenOptions,
  open: OpenUnpacked,
): Promise<ArchiveLists> {
  const listed = listArchive(bytes, options.limits)
  if (!listed.ok || !canBeSearched(listed.files, options)) return { lists: [], others: [] }
  const found = await new Archive(options, open, listed.files).findLists(listed.files)
  const lists = found.lists.map(({ file }) => file)
  const others = listed.files.flatMap((file) => {
    if (lists.includes(file)) return []
    return found.archives.includes(file) ? unreadArchive(file) : { path: file.path }
  })
  return { lists, others: [...others, ...listed.outside] }
}

/** Bytes that are unpacked at most to find the lists of an archive: each of its files is, one after the other. */
const MAX_SEARCHED_BYTES = 4 * 1024 ** 3

const canBeSearched = (files: readonly ArchiveFile[], options: OpenOptions): boolean =>
  files.reduce((sum, { size }) => (size > limitOf(options) ? sum : sum + size), 0) <= MAX_SEARCHED_BYTES

/** A list of an archive. `hasPrices`: whether it can be read, and a title names a price. */
type FoundList = { readonly file: ArchiveFile; readonly hasPrices: boolean }

type FoundLists = { readonly lists: readonly FoundList[]; readonly archives: readonly ArchiveFile[] }

/** Rows by which a list is recognised. */
const FIRST_ROWS = 50

class Archive {
  readonly #options: OpenOptions
  readonly #open: OpenUnpacked
  /** Paths that several files of the archive have. */
  readonly #repeated: ReadonlySet<string>

  constructor(options: OpenOptions, open: OpenUnpacked, files: readonly ArchiveFile[]) {
    this.#options = options
    this.#open = open
    const known = new Set<string>()
    this.#repeated = new Set(files.flatMap(({ path }) => (known.has(path) || !known.add(path) ? path : [])))
  }

  isRepeated(path: string): boolean {
    return this.#repeated.has(path)
  }

  async #openEntry({ path, index, size, content }: ArchiveFile, options: OpenOptions): Promise<OpenResult> {
    const limitBytes = limitOf(options)
    if (size > limitBytes) return failure({ code: 'too-big', limitBytes })
    const unpacked = await unpack(content)
    if (unpacked instanceof ZipError) return failure({ code: 'unreadable', reason: unpacked.reason })
    const result = await this.#open(unpacked, { ...options, fileName: path })
    if (!result.ok) return result
    const { file } = result
    const { sheet } = file
    const packing = {
      kind: 'zip',
      entry: path,
      ...(this.isRepeated(path) && { index }),
      ...(sheet !== undefined && { sheet }),
    } as const
    return { ok: true, file: { ...file, packing } }
  }

  async openOnly(file: ArchiveFile, archive: UnsupportedFile): Promise<OpenResult> {
    const result = await this.#openEntry(file, this.#options)
    if (result.ok) return result
    const { error } = result
    // Of several files none is a list: it is not for one of them to say what the archive is.
    const isNoList = error.code === 'other-file' || error.code === 'unsupported-type'
    const isOneOfSeveral = isNoList && (archive.files?.count ?? 0) > 1
    return failure(isOneOfSeveral ? { code: 'other-file', file: archive } : withoutType(error, archive))
  }

  /** The files that are tables, and those that cannot be read although they have the name of one; apart from them, archives. */
  async findLists(files: readonly ArchiveFile[]): Promise<FoundLists> {
    const { fileName, limits } = this.#options
    const options = { fileName, limits: { ...limits, rows: FIRST_ROWS } }
    const lists: FoundList[] = []
    const archives: ArchiveFile[] = []
    for (const file of files) {
      const result = await this.#openEntry(file, options)
      const isList = result.ok
        ? !isText(file) || hasPrices(result.file.table)
        : result.error.code !== 'other-file' && isNamedList(file)
      if (isList) lists.push({ file, hasPrices: result.ok && hasPriceTitle(result.file.table) })
      else if (!result.ok && isArchive(result.error)) archives.push(file)
    }
    return { lists, archives }
  }

  async openChosen(lists: readonly FoundList[], archive: UnsupportedFile): Promise<OpenResult> {
    const { sheet: chosen, ...options } = this.#options
    const sheets = lists.map(({ file: { path }, hasPrices }) => sheetOf(path, hasPrices))
    const path =
      chosen === undefined
        ? chooseSheet(sheets, undefined)?.name
        : pathIn(
            chosen,
            sheets.map(({ name }) => name),
          )
    const [list, ...others] = lists.filter(({ file }) => file.path === path)
    // Which of them is meant cannot be said.
    if (others.length > 0) return failure({ code: 'other-file', file: archive })
    if (list === undefined || path === undefined)
      return failure({ code: 'unknown-sheet', sheets, kind: 'file' })
    const sheet = chosen?.slice(path.length + 1) ?? ''
    const result = await this.#openEntry(list.file, { ...options, ...(sheet !== '' && { sheet }) })
    if (result.ok) return { ok: true, file: withLists(result.file, path, sheets) }
    const { error } = result
    return error.code === 'unknown-sheet'
      ? failure({ ...error, sheets: withSheetsOf(path, error.sheets, sheets) })
      : failure(withoutType(error, { kind: 'archive', format: 'ZIP' }))
  }
}

/** The path that is chosen, or the one of the workbook whose sheet is. */
const pathIn = (chosen: string, paths: readonly string[]): string | undefined =>
  paths
    .filter((path) => chosen === path || chosen.startsWith(`${path}/`))
    .toSorted((a, b) => b.length - a.length)[0]

/** A damaged file leaves the others of its archive alone. */
async function unpack(content: ArchiveFile['content']): Promise<Bytes | ZipError> {
  try {
    return await content()
  } catch (error) {
    if (error instanceof ZipError) return error
    throw error
  }
}

const ARCHIVES: readonly UnsupportedKind[] = ['archive', 'nested-archive', 'protected-archive']

const isArchive = (error: ReadError): boolean =>
  (error.code === 'other-file' || error.code === 'unsupported-type') &&
  error.file !== undefined &&
  ARCHIVES.includes(error.file.kind)

/** Whether a file has the name of any text: a list, or something to read about one. */
const isText = ({ path }: ArchiveFile): boolean => promisedFormat(path) === undefined

const hasPrices = (table: Table): boolean => detectColumns(table).all.some(({ isPriced }) => isPriced)

const isNamedList = ({ path }: ArchiveFile): boolean => formatOfName(path) !== undefined

const sheetOf = (name: string, hasData: boolean): Sheet => ({ name, hidden: false, hasData })

/** The file with the lists of its archive as sheets. */
function withLists(file: OpenedFile, path: string, lists: readonly Sheet[]): OpenedFile {
  const { sheet, sheets = [] } = file
  const isOneOfSeveral = sheet !== undefined && sheets.length > 1
  return {
    ...file,
    sheet: isOneOfSeveral ? `${path}/${sheet}` : path,
    sheets: isOneOfSeveral ? withSheetsOf(path, sheets, lists) : lists,
  }
}

/** The lists of an archive, with the sheets of one of them in its place. */
const withSheetsOf = (path: string, sheets: readonly Sheet[], lists: readonly Sheet[]): Sheet[] =>
  lists.flatMap((list) =>
    list.name === path ? sheets.map((sheet) => ({ ...sheet, name: `${path}/${sheet.name}` })) : [list],
  )
