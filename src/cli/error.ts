import type { JsonItemError, OtherFile, ReadError, UnreadableReason } from '#pricelist/types.ts'

/** One clear sentence for standard error; the process ends with status 1. */
export class Failure extends Error {}

const UNREADABLE = {
  broken: 'The file is damaged and cannot be read.',
  encrypted: 'The file is protected with a password; save it without one.',
  bomb: 'The file unpacks to far more than a catalogue has and is not read.',
  'not-a-workbook': 'The file is not an Excel workbook, whatever its name says.',
  'not-json': 'The file is not valid JSON.',
  'too-wide':
    'The file has rows of more columns than a spreadsheet can have; it is no catalogue, or its delimiter is another.',
} satisfies Record<UnreadableReason, string>

const JSON_PROBLEM = {
  'not-an-object': 'is not an object',
  'currency-missing': 'has no currency',
  'currency-unknown': 'has a currency that is neither BGN nor EUR',
  'price-missing': 'has no price',
  'price-not-positive': 'has a price that is not a positive number',
  'name-not-text': 'has a name that is not text',
  'name-too-long': 'has a name of more than 25 characters',
} satisfies Record<JsonItemError['problem'], string>

const UNSUPPORTED = 'Unsupported file type: the name must end in .csv, .xlsx, .xls, .xlsm, .xlsb or .json.'

const MB = 1024 * 1024

/** Why a file cannot be read, as a sentence. */
export async function sentenceOf(error: ReadError): Promise<string> {
  switch (error.code) {
    case 'unsupported-type':
      return error.file === undefined ? UNSUPPORTED : `${UNSUPPORTED} ${await textOfOther(error.file)}`
    case 'too-big':
      return `The file is larger than ${Math.floor(error.limitBytes / MB)} MB.`
    case 'unreadable':
      return UNREADABLE[error.reason]
    case 'other-file':
      return await textOfOther(error.file)
    case 'unknown-sheet':
      return `The workbook has no such sheet. It has the ${listSheets(error.sheets.map(({ name }) => name))}.`
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
      return `The JSON items are not as they must be: ${items}${error.more > 0 ? `; and ${error.more} more` : ''}. Each must be like ${ITEM}.`
    }
  }
}

/** Loaded for such a file alone. */
async function textOfOther(file: OtherFile): Promise<string> {
  const { otherFileText } = await import('./other-file-text.ts')
  return otherFileText(file)
}

/** Sheets that are named. */
const SHOWN_SHEETS = 12

/** `sheets 'Cover', 'Prices' and 3 more` */
export function listSheets(names: readonly string[]): string {
  const more = names.length - SHOWN_SHEETS
  const shown = names.slice(0, SHOWN_SHEETS).map((name) => `'${name}'`)
  return `${names.length === 1 ? 'sheet' : 'sheets'} ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

const ITEM = '{"name": "…", "price": 12.5, "currency": "BGN"}'

const listsText = (keys: readonly string[]): string =>
  `The file is a JSON object with ${keys.length === 1 ? 'a list' : 'lists'} under ${keys.map((key) => `'${key}'`).join(', ')}: ` +
  `save one list alone as a file, as an array like [${ITEM}].`
