import { NATIONAL, CURRENCY_CODES } from '#money/currency.ts'
import {
  EXTENSIONS,
  type JsonItemError,
  type UnsupportedFile,
  type UnsupportedKind,
  type ReadError,
  type SheetKind,
  type UnreadableReason,
  WHOLE_FILE,
} from '#formats/format.ts'

/** One clear sentence for standard error; the process ends with status 1. */
export class CliError extends Error {}

const UNREADABLE = {
  broken: 'The file is damaged and cannot be read.',
  encrypted: 'The file is protected with a password; save it without one.',
  bomb: 'The file unpacks to more, or to more parts, than can be read in its form: save the sheet with the prices alone, as CSV or as a new XLSX of Excel or LibreOffice.',
  'not-a-workbook': 'The file is not an Excel workbook, whatever its name says.',
  'not-json': 'The file is not valid JSON.',
  'xml-entities':
    'The file declares XML entities of its own (<!ENTITY …>), and they are not read: names or prices may be in them. Export it without them.',
  'json-comment':
    'The file has comments, which JSON does not allow: remove them, or export it again as plain JSON.',
  'json-comma':
    'The file has a comma after the last item of a list or object, which JSON does not allow: remove it, or export the file again.',
  'too-wide':
    'The file has rows of more columns than a spreadsheet can have; it is no price list, or its delimiter is another.',
} satisfies Record<UnreadableReason, string>

const JSON_PROBLEM = {
  'not-an-object': 'is not an object',
  'currency-missing': 'has no currency',
  'currency-unknown': `has a currency that is neither ${CURRENCY_CODES.join(' nor ')}`,
  'price-missing': 'has no price',
  'price-not-positive': 'has a price that is not a positive number',
  'name-not-text': 'has a name that is not text',
  'name-too-long': 'has a name of more than 25 characters',
} satisfies Record<JsonItemError['problem'], string>

const EXTENSION_NAMES = EXTENSIONS.map((extension) => `.${extension}`)

/** The `code` of a system error; empty for any other. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** Why a file cannot be read or written, by the code of the system error. */
export const FILE_PROBLEMS: Readonly<Record<string, string>> = {
  ENOSPC: 'there is no room left',
  EDQUOT: 'there is no room left',
  EFBIG: 'the file would be too large',
  EACCES: 'that is not permitted',
  EPERM: 'that is not permitted',
  EROFS: 'it is read-only',
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'there is no such folder',
  EISDIR: 'it is a folder',
  ELOOP: 'its links lead nowhere',
  EPIPE: 'the reader has closed the pipe',
  EIO: 'the disk does not work',
}

/** '.csv, .xlsx … or .json' */
export const EXTENSION_LIST = `${EXTENSION_NAMES.slice(0, -1).join(', ')} or ${EXTENSION_NAMES.at(-1)}`

const UNSUPPORTED = `Unsupported file type: the content is no price list, and the name does not end in ${EXTENSION_LIST}.`

const MB = 1024 * 1024

/** Why a file cannot be read, as a sentence. */
export function readErrorMessage(error: ReadError): string {
  switch (error.code) {
    case 'unsupported-type':
      return error.file === undefined ? UNSUPPORTED : `${UNSUPPORTED} ${otherFileText(error.file)}`
    case 'too-big':
      return `The file is larger than ${Math.floor(error.limitBytes / MB)} MB.`
    case 'unreadable':
      return UNREADABLE[error.reason]
    case 'xml-fault':
      return `The file is not well-formed XML: line ${error.line}, column ${error.column}. Export it again, or correct it there.`
    case 'other-file':
      return otherFileText(error.file)
    case 'unknown-sheet':
      return `${SHEET_HOLDERS[error.kind]} has no such ${error.kind}. It has the ${listSheets(
        error.sheets.map(({ name }) => name),
        error.kind,
      )}.`
    case 'no-rows':
      if (error.lists !== undefined) return listsText(error.lists)
      return error.isEmpty
        ? 'The file is empty (0 bytes) and has no rows: export or download it again.'
        : 'The file has no rows.'
    case 'json-items':
    default: {
      const items = error.errors
        .map(({ item, problem }) => `item ${item} ${JSON_PROBLEM[problem]}`)
        .join('; ')
      return `The JSON items are not as they must be: ${items}${error.more > 0 ? `; and ${error.more} more` : ''}. Each must be like ${ITEM}.${error.isReadable ? AS_LIST : ''}`
    }
  }
}

/** Limit of sheets in a message. */
const MAX_LISTED_SHEETS = 12

const SHEET_HOLDERS = {
  sheet: 'The workbook',
  file: 'The archive',
  list: 'The file',
} satisfies Record<SheetKind, string>

/** `sheets 'Cover', 'Prices' and 3 more` */
export function listSheets(names: readonly string[], kind: SheetKind): string {
  const more = names.length - MAX_LISTED_SHEETS
  const shown = names.slice(0, MAX_LISTED_SHEETS).map((name) => `'${name}'`)
  return `${names.length === 1 ? kind : `${kind}s`} ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** The list `[]` is the array itself. */
const AS_LIST =
  " An export of a shop (prices such as '1.89 лв.', products without a price) is read with --sheet '[]'."

const ITEM = `{"name": "…", "price": 12.5, "currency": "${NATIONAL}"}`

/** JSON Lines have no key. */
const placesOf = (keys: readonly string[]): string =>
  keys[0] === WHOLE_FILE
    ? ', which has one object a line'
    : `, which has ${keys.length === 1 ? 'a list' : 'lists'} under ${keys.map((key) => `'${key}'`).join(', ')}`

const listsText = (keys: readonly string[]): string =>
  `No prices in lev or euro were found in the JSON${placesOf(keys)}: ` +
  `each item must have its price under a key that names it, as in ${ITEM}.`

const COPY = 'Copy its table into a spreadsheet and save that as XLSX or CSV.'
const ASK = 'Ask for the list as Excel or CSV.'

/** The real kind of the file, and how to get a table from it. */
const OTHER_FILE_TEXTS = {
  zip: zipText,
  archive: ({ format }) => `The file is an archive (${format}). Unpack it and give the file with the prices.`,
  'nested-archive': ({ format }) =>
    `The file is an archive within another archive (${format}). Unpack the outer one and give the inner one, or the file with the prices itself.`,
  'protected-archive': ({ format }) =>
    `The file is an archive protected with a password (${format}). Unpack it with the password and give the file with the prices.`,
  pdf: () =>
    'The file is a PDF document. Ask for the list as Excel or CSV, or copy its table into a spreadsheet and save that as XLSX.',
  document: ({ format }) => `The file is a text document (${format}). ${COPY}`,
  presentation: ({ format }) => `The file is a presentation (${format}). ${COPY}`,
  spreadsheet: ({ format }) =>
    `The file is a spreadsheet from another program (${format}). Open it there or in LibreOffice and save it as XLSX or CSV.`,
  iwork: () =>
    'The file is an Apple Numbers or Pages document. Open it in Numbers or at icloud.com and export it as Excel or CSV.',
  dbf: ({ format }) =>
    `The file is a table of ${format} (DBF). Open it in the program that made it and save it as a DBF of dBase III to V, as XLSX or CSV.`,
  database: ({ format }) =>
    `The file is a database (${format}). Export the table with the prices as CSV or XLSX.`,
  ebook: ({ format }) => `The file is an e-book (${format}). ${ASK}`,
  image: ({ format }) => `The file is a picture (${format}), and prices in pictures are not read. ${ASK}`,
  audio: ({ format }) => `The file is a sound recording (${format}). Give the file with the prices.`,
  video: ({ format }) => `The file is a video (${format}). Give the file with the prices.`,
  'web-page': () =>
    `The file is a web page without a table of prices. Open the page that has the prices. ${COPY}`,
  'web-archive': ({ format }) =>
    `The file is a saved web page (${format}). Open it in Excel and save it as XLSX or CSV.`,
  xml: ({ format }) =>
    `The file is XML with the root element '${format}'. Export the products as CSV or XLSX, or open the file in Excel and save it as XLSX.`,
  json: () => `The file is JSON, but not a list of products. It must be an array like [${ITEM}].`,
  email: ({ format }) =>
    `The file is an email (${format}). Save the price list attached to it and give that file, or copy the table in its text into a spreadsheet.`,
  'encoded-text': ({ format }) =>
    `The file is text encoded for sending by email (${format}). Open the message in a mail program and save the attached file from there.`,
  text: () =>
    'The file is text without a table. Put the names and prices into two columns of a spreadsheet and save it as XLSX or CSV.',
  program: ({ format }) =>
    `The file is a program (${format}). Do not start it unless you know where it comes from, and give the file with the prices.`,
  office: ({ format }) => `The file is an Office file without a workbook (${format}). ${COPY}`,
  'protected-office': () =>
    'The file is an Office document protected with a password. Remove the password and save it as XLSX or CSV.',
  shortcut: ({ format }) => `The file is a shortcut to another file (${format}). Give the file itself.`,
  'google-sheet': () =>
    'The file is a link to a Google document. Open it and choose File > Download > Microsoft Excel (.xlsx).',
  'mac-companion': () =>
    "The file is a hidden companion that macOS makes for another file. Give the file whose name does not begin with '._'.",
  'lock-file': ({ format }) =>
    format === 'LibreOffice'
      ? "The file is a temporary one that LibreOffice keeps while a document is open. Give the document itself: its name does not begin with '.~lock.'."
      : "The file is a temporary one that Excel keeps while a workbook is open. Give the workbook itself: its name does not begin with '~$'.",
  misnamed: ({ format }) => `Its content can be read: change the extension of the file to .${format}.`,
} satisfies Record<UnsupportedKind, (file: UnsupportedFile) => string>

const otherFileText = (file: UnsupportedFile): string => OTHER_FILE_TEXTS[file.kind](file)

function zipText({ files }: UnsupportedFile): string {
  const { count = 0, names = [] } = files ?? {}
  if (count === 0) return 'The file is an empty ZIP archive. Give the file with the prices.'
  return count === 1
    ? `The file is a ZIP archive with one file, ${names.join(', ')}, from which no prices can be read. Save the price list as CSV or Excel and give that.`
    : `The file is a ZIP archive with ${count} files, ${names.join(', ')} among them, but no price list that can be read. Save the price list as CSV or Excel and give that.`
}

/** `1 row`, `2 rows` */
export const counted = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`

/** Lists numbers of which only the first are given: `1, 2, …`. */
export const numberList = (first: readonly number[], count = first.length): string =>
  `${first.join(', ')}${count > first.length ? ', …' : ''}`

/** `row 1`, `rows 1, 2, …`; 1-based. */
export const rowList = (first: readonly number[], count?: number): string =>
  `${first.length === 1 ? 'row' : 'rows'} ${numberList(first, count)}`
