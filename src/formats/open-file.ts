import { LIMITS } from '#product/limits.ts'
import { HEADER_ROWS, findHeaderRow } from '#pricelist/headers/header-row.ts'
import { LazyTable, type Table, isBlankAt } from '#table/table.ts'
import { decodeText, hasBinaryText } from './bytes/encoding.ts'
import { detectContainer } from './detect.ts'
import {
  type OpenOptions,
  type OpenResult,
  type Probe,
  type ReadFailure,
  type ReadFile,
  type UnreadableReason,
  type UnsupportedFile,
  type Warning,
  extensionOf,
  failure,
  formatOfName,
  hasExtension,
  isAcceptedName,
  promisedFormat,
} from './format.ts'
import { hasPriceTitle } from './header-choice.ts'
import type { ArchiveLists } from './packed/archive.ts'
import { binaryError, detectFormats } from './registry.ts'
import { identifyBySignature } from './unsupported/file-signatures.ts'
import { identifyText } from './unsupported/unsupported-text.ts'
import type { ZipPart } from './zip/read.ts'
import { ZipError } from './zip/zip-error.ts'

/** What is given to all formats, before the container is opened. */
type Given = Pick<Probe, 'bytes' | 'named' | 'options' | 'limit'>

/** `unrecognized`: the result where no format reads the file. */
type Probed = { readonly ok: true; readonly probe: Probe; readonly unrecognized: ReadFailure } | ReadFailure

/**
 * Opens a price list as a table of cells, also a packed one. Its content decides the format, not its name (FILE-01). Never
 * throws for what a file contains; it reads at most `options.limits` (by default 20 MB and 100,000 rows of data).
 */
export const openFile = (bytes: Uint8Array<ArrayBuffer>, options: OpenOptions): Promise<OpenResult> =>
  openBytes(bytes, options, false)

/** The lists of a ZIP archive with several (FILE-07); undefined for any other file, and for an archive that cannot be read. */
export async function openLists(
  bytes: Uint8Array<ArrayBuffer>,
  options: OpenOptions,
): Promise<ArchiveLists | undefined> {
  if ((await findArchive(bytes)) !== 'ZIP') return undefined
  const { findLists } = await import('./packed/open.ts')
  const found = await findLists(bytes, options, (unpacked, how) => openBytes(unpacked, how, true))
  return found.lists.length > 1 ? found : undefined
}

/**
 * Why a file cannot be read that is larger than the limit.
 * @param bytes the file, or its beginning
 */
export async function refuseLarge(
  bytes: Uint8Array<ArrayBuffer>,
  fileName: string,
  limitBytes: number,
): Promise<ReadFailure> {
  const file = isAcceptedName(fileName) ? undefined : await identify(bytes, fileName)
  return failure(file === undefined ? { code: 'too-big', limitBytes } : { code: 'unsupported-type', file })
}

/** @param isPacked whether they were unpacked: another archive in it is refused */
async function openBytes(
  bytes: Uint8Array<ArrayBuffer>,
  options: OpenOptions,
  isPacked: boolean,
): Promise<OpenResult> {
  const { fileName, limits } = options
  const limitBytes = limits?.bytes ?? LIMITS.fileBytes
  const isAccepted = isAcceptedName(fileName)
  if (bytes.length > limitBytes) return refuseLarge(bytes, fileName, limitBytes)
  if (bytes.length === 0)
    return failure(isAccepted ? { code: 'no-rows', isEmpty: true } : { code: 'unsupported-type' })
  const named = formatOfName(fileName)
  try {
    const given = { bytes, named, options, limit: dataRowsOf(options) + HEADER_ROWS }
    const result = await openContent(given, isPacked)
    return isAccepted ? result : tableOnly(result, bytes, fileName)
  } catch (error) {
    if (error instanceof ZipError) return unreadable(error.reason)
    throw error
  }
}

const dataRowsOf = ({ limits }: OpenOptions): number => limits?.rows ?? LIMITS.bulkRows

/** @throws {ZipError} for a damaged archive */
async function openContent(given: Given, isPacked: boolean): Promise<OpenResult> {
  const { bytes, options } = given
  const archive = await findArchive(bytes)
  if (archive === undefined) return openContainer(given)
  if (isPacked) return unsupported({ kind: 'nested-archive', format: archive })
  const { openArchive, openGzip } = await import('./packed/open.ts')
  const open = archive === 'ZIP' ? openArchive : openGzip
  return open(bytes, options, (unpacked, how) => openBytes(unpacked, how, true))
}

/** The format of an archive that price lists can be packed in, and not a workbook or another document; else undefined. */
async function findArchive(bytes: Uint8Array): Promise<'gzip' | 'ZIP' | undefined> {
  const container = detectContainer(bytes)
  if (container === 'gzip') return 'gzip'
  if (container !== 'zip') return undefined
  const { identifyArchive } = await import('./unsupported/unsupported-file.ts')
  const archive = identifyArchive(bytes)
  return archive?.file.kind === 'zip' && !archive.mayBeWorkbook ? 'ZIP' : undefined
}

/** Other extensions than the accepted ones are accepted where the content is a readable table. */
async function tableOnly(
  result: OpenResult,
  bytes: Uint8Array<ArrayBuffer>,
  fileName: string,
): Promise<OpenResult> {
  if (result.ok) {
    const isTable = result.file.format !== 'csv' || hasPriceTitle(result.file.table)
    return isTable ? result : unsupportedType(await identify(bytes, fileName))
  }
  const { error } = result
  if (error.code === 'other-file') return unsupportedType(error.file)
  if (error.code !== 'unreadable' && error.code !== 'no-rows') return result
  const file = await identify(bytes, fileName)
  // A damaged workbook is one all the same.
  return file !== undefined || detectContainer(bytes) === 'text' ? unsupportedType(file) : result
}

const unsupportedType = (file: UnsupportedFile | undefined): ReadFailure =>
  failure({ code: 'unsupported-type', ...(file && { file }) })

/** What an unsupported file is; undefined where it is unknown. */
async function identify(
  bytes: Uint8Array<ArrayBuffer>,
  fileName: string,
): Promise<UnsupportedFile | undefined> {
  const { identifyFile } = await import('./unsupported/unsupported-file.ts')
  const file = identifyFile(bytes, fileName, () => decodeText(bytes).text)
  // It has been tried.
  return file?.kind === 'misnamed' ? undefined : file
}

/** @throws {ZipError} for a damaged archive */
async function openContainer(given: Given): Promise<OpenResult> {
  const probed = await probeContainer(given)
  if (!probed.ok) return probed
  const { probe, unrecognized } = probed
  const { certain, possible } = detectFormats(probe)
  if (certain.length === 0 && probe.container === 'text') {
    const file = identifyText(probe.decoded.text)
    if (file !== undefined) return unsupported(file)
  }
  for (const format of [...certain, ...possible]) {
    const result = await format.read(probe)
    if (result !== undefined) return result.ok ? finish(result.file, probe) : result
  }
  if (probe.container === 'zip') for (const part of probe.parts) await part.verify()
  return unrecognized
}

const unreadable = (reason: UnreadableReason): ReadFailure => failure({ code: 'unreadable', reason })

const unsupported = (file: UnsupportedFile): ReadFailure => failure({ code: 'other-file', file })

/** Unpacks or decodes the file, and stops at what is damaged or of a known unsupported kind. */
async function probeContainer(given: Given): Promise<Probed> {
  const container = detectContainer(given.bytes)
  switch (container) {
    case 'gzip':
      throw new TypeError('The file is packed.')
    case 'zip':
      return probeArchive(given)
    case 'ole':
      return probeOle(given)
    case 'dbf':
      return { ok: true, probe: { ...given, container }, unrecognized: unreadable('broken') }
    case 'old-xls':
      return { ok: true, probe: { ...given, container }, unrecognized: unreadable('not-a-workbook') }
    case 'text':
      return probeText(given)
  }
}

async function probeArchive(given: Given): Promise<Probed> {
  const { identifyArchive } = await import('./unsupported/unsupported-file.ts')
  const archive = identifyArchive(given.bytes)
  if (archive?.mayBeWorkbook === false) return unsupported(archive.file)
  const { openZip } = await import('./zip/read.ts')
  const opened = openZip(given.bytes, given.options.limits?.isUnpackedLimited)
  if (!opened.ok) return unreadable(opened.reason)
  const { parts } = opened
  return {
    ok: true,
    probe: { ...given, container: 'zip', parts, contentTypes: await readContentTypes(parts) },
    unrecognized:
      archive === undefined || archive.file.kind === 'misnamed'
        ? unreadable('broken')
        : unsupported(archive.file),
  }
}

/** The content types of single parts (ECMA-376 part 2, 10.1.2). Defaults by extension are left out. */
async function readContentTypes(parts: readonly ZipPart[]): Promise<readonly string[] | undefined> {
  const part = parts.find(({ name }) => name === '[Content_Types].xml')
  if (part === undefined) return undefined
  const xml = new TextDecoder().decode(await part.content())
  return [...xml.matchAll(/<(?:\w+:)?Override\s[^<>]*?ContentType\s*=\s*["']([^"']*)/g)].map(
    (match) => match[1]!,
  )
}

async function probeOle(given: Given): Promise<Probed> {
  const { identifyOle } = await import('./unsupported/unsupported-file.ts')
  const { file, mayBeWorkbook } = identifyOle(given.bytes)
  if (!mayBeWorkbook) return unsupported(file)
  return {
    ok: true,
    probe: { ...given, container: 'ole', content: file },
    unrecognized: unsupported(file),
  }
}

async function probeText(given: Given): Promise<Probed> {
  const { bytes, named, options } = given
  if (/^(?:~\$|\.~lock\.)/.test(options.fileName)) {
    const { lockFileOf } = await import('./unsupported/unsupported-file.ts')
    const lockFile = lockFileOf(bytes, options.fileName)
    if (lockFile !== undefined) return unsupported(lockFile)
  }
  const binary = identifyBySignature(bytes)
  if (binary !== undefined) return unsupported(binary)
  const decoded = decodeText(bytes, options.encoding)
  if (decoded.text.trim() === '') return failure({ code: 'no-rows' })
  const unrecognized = unreadable(binaryError(named))
  if (hasBinaryText(decoded.text)) return unrecognized
  return { ok: true, probe: { ...given, container: 'text', decoded }, unrecognized }
}

async function finish({ isCut, found = [], ...file }: ReadFile, probe: Probe): Promise<OpenResult> {
  const dataRows = dataRowsOf(probe.options)
  const table = withoutBlankEnd(file.table)
  if (table.length === 0) return failure({ code: 'no-rows' })
  const end = (findHeaderRow(table) ?? -1) + 1 + dataRows
  const warnings: Warning[] = [...found]
  const { fileName } = probe.options
  const extension = extensionOf(fileName)
  if (promisedFormat(fileName) !== undefined && !hasExtension(file.format, extension))
    warnings.push({ code: 'extension-differs', extension, format: file.format })
  if (isCut || table.length > end) warnings.push({ code: 'rows-cut', limit: dataRows })
  const decoded = probe.container === 'text' ? probe.decoded : undefined
  if (decoded !== undefined && (decoded.undecodable > 0 || decoded.realigned !== undefined)) {
    const { decodingWarnings } = await import('./csv/decoding-warnings.ts')
    warnings.push(...decodingWarnings(decoded, file))
  }
  if (decoded !== undefined && file.format === 'csv') {
    const { formulaWarnings } = await import('./csv/decoding-warnings.ts')
    warnings.push(...formulaWarnings(decoded, file))
  }
  const upTo = Math.min(table.length, end)
  const cells = file.cells && { cells: firstRows(file.cells, upTo) }
  return { ok: true, file: { ...file, table: firstRows(table, upTo), ...cells, warnings } }
}

function firstRows(table: Table, count: number): Table {
  if (table.length <= count) return table
  return table instanceof LazyTable ? table.first(count) : table.slice(0, count)
}

function withoutBlankEnd(table: Table): Table {
  let end = table.length
  while (end > 0 && isBlankAt(table, end - 1)) end--
  return firstRows(table, end)
}
