import { wholeName } from '#pricelist/product-name.ts'
import { EXTENSIONS, type UnsupportedFile, extensionOf } from '../format.ts'
import { startsWith } from '../bytes/byte-fields.ts'
import { OLE_SIGNATURE, detectContainer } from '../detect.ts'
import { readEntryNames, readMimetype } from '../zip/entry-names.ts'
import { identifyBySignature } from './file-signatures.ts'
import { OleContainer } from '../xls/ole-container.ts'
import { identifyText } from './unsupported-text.ts'

/** The beginning of an archive that was split (APPNOTE 8.5.3). */
const SPLIT_ZIP = 'PK\x07\x08PK'

/**
 * Identifies a file of an unsupported type by its content; undefined where it is unknown. Reads names and headers only and
 * unpacks nothing.
 * @param text decodes the file
 */
export function identifyFile(
  bytes: Uint8Array,
  fileName: string,
  text: () => string,
): UnsupportedFile | undefined {
  if (isLockFile(bytes, fileName)) return { kind: 'lock-file', format: 'Excel' }
  if (detectContainer(bytes) === 'zip' || startsWith(bytes, SPLIT_ZIP))
    return identifyArchive(bytes)?.file ?? { kind: 'archive', format: 'ZIP' }
  if (startsWith(bytes, OLE_SIGNATURE)) return identifyOle(bytes).file
  return identifyBySignature(bytes) ?? identifyText(text())
}

/** Whether this is the lock file of an open workbook, which Excel writes with the user's name in a fixed length. */
export const isLockFile = (bytes: Uint8Array, fileName: string): boolean =>
  fileName.startsWith('~$') && bytes.length === 165

type Kind = Pick<UnsupportedFile, 'kind' | 'format'>

/** By the entry `mimetype`, without 'application/'. */
const MIMETYPES: readonly (readonly [RegExp, Kind])[] = [
  [/opendocument\.spreadsheet/, { kind: 'spreadsheet', format: 'OpenDocument ODS' }],
  [/opendocument\.text/, { kind: 'document', format: 'OpenDocument ODT' }],
  [/opendocument\.presentation/, { kind: 'presentation', format: 'OpenDocument ODP' }],
  [/opendocument\.database/, { kind: 'database', format: 'OpenDocument ODB' }],
  [/opendocument\.graphics/, { kind: 'image', format: 'OpenDocument ODG' }],
  [/epub/, { kind: 'ebook', format: 'EPUB' }],
]

/** By an entry of the archive. */
const ENTRIES: readonly (readonly [RegExp, Kind])[] = [
  [/^xl\/workbook\.bin$/i, { kind: 'misnamed', format: 'xlsb' }],
  [/^xl\/workbook\.xml$/i, { kind: 'misnamed', format: 'xlsx' }],
  [/^word\/document\d*\.xml$/i, { kind: 'document', format: 'Word DOCX' }],
  [/^ppt\/presentation\.xml$/i, { kind: 'presentation', format: 'PowerPoint PPTX' }],
  [/^visio\/document\.xml$/i, { kind: 'office', format: 'Visio' }],
  [
    /^(?:index\.apxl|Index\/(?:Slide|MasterSlide)[^/]*\.iwa)/,
    { kind: 'presentation', format: 'Apple Keynote' },
  ],
  [/^(?:Index\/Document\.iwa|Index\.zip)$/, { kind: 'iwork', format: 'Apple Numbers, Pages' }],
  [/^META-INF\/container\.xml$/, { kind: 'ebook', format: 'EPUB' }],
]

type ArchiveContent = {
  readonly file: UnsupportedFile
  /** Whether it may be a workbook: parts can have any names, and only their content types decide. */
  readonly mayBeWorkbook: boolean
}

/** Identifies a ZIP archive by the names in it; undefined where it has no central directory. */
export function identifyArchive(bytes: Uint8Array): ArchiveContent | undefined {
  const entries = readEntryNames(bytes)
  if (entries === undefined) return undefined
  const names = entries.map(({ name }) => name)
  const mimetype = readMimetype(bytes, entries)
  const [, kind] =
    MIMETYPES.find(([pattern]) => mimetype !== undefined && pattern.test(mimetype)) ??
    ENTRIES.find(([pattern]) => names.some((name) => pattern.test(name))) ??
    []
  const file = kind ?? { kind: 'zip', format: 'ZIP', files: describeEntries(names) }
  return { file, mayBeWorkbook: file.kind === 'misnamed' || (!kind && names.includes('[Content_Types].xml')) }
}

const MAX_NAMES_SHOWN = 3
const MAX_NAME_LENGTH = 60

/** Files that can be price lists; others are named only where there are none of these. */
const LIST_EXTENSIONS: ReadonlySet<string> = new Set([...EXTENSIONS, 'tsv', 'ods'])

function describeEntries(entries: readonly string[]): NonNullable<UnsupportedFile['files']> {
  // Neither folders nor the files that macOS adds.
  const files = entries.filter((name) => !name.endsWith('/') && !/^__MACOSX\/|(?:^|\/)\.DS_Store$/.test(name))
  const lists = files.filter((name) => LIST_EXTENSIONS.has(extensionOf(name)))
  const told = (lists.length > 0 ? lists : files).slice(0, MAX_NAMES_SHOWN)
  return { count: files.length, names: told.map((name) => shortName(name.slice(name.lastIndexOf('/') + 1))) }
}

function shortName(name: string): string {
  const letters = Array.from(wholeName(name))
  return letters.length > MAX_NAME_LENGTH
    ? `${letters.slice(0, MAX_NAME_LENGTH - 1).join('')}…`
    : letters.join('')
}

/** By a stream or folder at the root of an OLE container. */
const STREAMS: readonly (readonly [string, Kind])[] = [
  ['workbook', { kind: 'misnamed', format: 'xls' }],
  ['book', { kind: 'misnamed', format: 'xls' }],
  ['encryptedpackage', { kind: 'protected-office', format: '' }],
  ['worddocument', { kind: 'document', format: 'Word DOC' }],
  ['powerpoint document', { kind: 'presentation', format: 'PowerPoint PPT' }],
  ['__properties_version1.0', { kind: 'email', format: 'Outlook MSG' }],
  ['visiodocument', { kind: 'office', format: 'Visio' }],
  ['quill', { kind: 'office', format: 'Publisher' }],
  ['matost', { kind: 'document', format: 'Microsoft Works' }],
  ['nativecontent_main', { kind: 'spreadsheet', format: 'Quattro Pro' }],
]

type OleContent = {
  readonly file: UnsupportedFile
  /** Whether it may be a workbook, or is too damaged to know. */
  readonly mayBeWorkbook: boolean
}

/** Identifies an OLE container by its streams. */
export function identifyOle(bytes: Uint8Array): OleContent {
  const names = OleContainer.open(bytes)?.entries.map(({ name }) => name) ?? []
  const known = STREAMS.find(([stream]) => names.includes(stream))?.[1]
  const file = known ?? { kind: 'office', format: 'OLE' }
  return { file, mayBeWorkbook: !known || known.kind === 'misnamed' || known.kind === 'protected-office' }
}
