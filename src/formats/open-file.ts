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
} from './format.ts'
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
 * Opens a price list as a table of cells. Its content decides the format before its name does. Never throws for what a
 * file contains; it reads at most `options.limits` (by default 20 MB and 100,000 rows of data).
 */
export async function openFile(bytes: Uint8Array<ArrayBuffer>, options: OpenOptions): Promise<OpenResult> {
  const named = formatOfName(options.fileName)
  if (named === undefined) return await unsupportedType(bytes, options.fileName)
  const limitBytes = options.limits?.bytes ?? LIMITS.fileBytes
  if (bytes.length > limitBytes) return failure({ code: 'too-big', limitBytes })
  if (bytes.length === 0) return failure({ code: 'no-rows', isEmpty: true })
  try {
    return await openContainer({ bytes, named, options, limit: dataRowsOf(options) + HEADER_ROWS })
  } catch (error) {
    if (error instanceof ZipError) return unreadable(error.reason)
    throw error
  }
}

const dataRowsOf = ({ limits }: OpenOptions): number => limits?.rows ?? LIMITS.bulkRows

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

async function unsupportedType(bytes: Uint8Array<ArrayBuffer>, fileName: string): Promise<ReadFailure> {
  const { identifyFile } = await import('./unsupported/unsupported-file.ts')
  const file = identifyFile(bytes, fileName, () => decodeText(bytes).text)
  return failure({ code: 'unsupported-type', ...(file && { file }) })
}

/** Unpacks or decodes the file, and stops at what is damaged or of a known unsupported kind. */
async function probeContainer(given: Given): Promise<Probed> {
  const container = detectContainer(given.bytes)
  switch (container) {
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
    unrecognized: archive === undefined ? unreadable('broken') : unsupported(archive.file),
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
  if (options.fileName.startsWith('~$')) {
    const { isLockFile } = await import('./unsupported/unsupported-file.ts')
    if (isLockFile(bytes, options.fileName)) return unsupported({ kind: 'lock-file', format: 'Excel' })
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
  const extension = extensionOf(probe.options.fileName)
  if (!hasExtension(file.format, extension))
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
