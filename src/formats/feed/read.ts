import type { ReadResult, Sheet } from '../format.ts'
import { chooseSheet, failure } from '../format.ts'
import type { DecodedText } from '../bytes/encoding.ts'
import type { Bytes } from '../bytes/bytes.ts'
import { type RecordKind, type Survey, isWithin, statedCurrencies, surveyXml } from './kinds.ts'
import { XmlSource, xmlEncoding } from './source.ts'
import { readRecords } from './table.ts'
import { CURRENCY_TITLE, type Feed } from './records.ts'
import { localName } from './walk.ts'

/** Roots of documents that are no lists, although they have prices in them: the audit file for tax authorities. */
const NO_LIST: ReadonlySet<string> = new Set(['AuditFile'])

type FeedResult =
  | { readonly ok: true; readonly feed: Feed }
  | { readonly ok: false; readonly result: ReadResult }

/**
 * Finds the records of an XML file.
 * @param chosen the name of a kind of record, as {@link readFeed} gives them
 */
export function openFeed(source: XmlSource, chosen: string | undefined): FeedResult {
  const survey = surveyXml(source)
  if (!survey.ok) return { ok: false, result: faultOf(source, survey) }
  const { root, rootStart, paths, kinds } = survey
  const found = NO_LIST.has(localName(root)) ? [] : kinds
  if (found.length === 0) return { ok: false, result: otherXml(root) }
  const sheets = sheetsOf(found)
  const sheet = chooseSheet(sheets, chosen)
  const kind = found.find(({ name }) => name === sheet?.name)
  if (kind === undefined)
    return { ok: false, result: failure({ code: 'unknown-sheet', sheets, kind: 'list' }) }
  if (source.usesOwnEntities(rootStart)) return { ok: false, result: ownEntities }
  return { ok: true, feed: { source, paths, kinds: found, kind } }
}

const otherXml = (root: string): ReadResult =>
  failure({ code: 'other-file', file: { kind: 'xml', format: root } })

/** Some of its prices would have no column. */
const tooWide: ReadResult = failure({ code: 'unreadable', reason: 'too-wide' })

/** A name or a price may be the text of an entity that the document type declares. */
const ownEntities: ReadResult = failure({ code: 'unreadable', reason: 'xml-entities' })

/** XML that is not well-formed, or with more names than a list has. */
function faultOf(source: XmlSource, { fault, root, isPriced }: Extract<Survey, { ok: false }>): ReadResult {
  if (fault === undefined || !isPriced) return otherXml(root)
  const before = source.units.subarray(0, fault)
  const lineStart = before.lastIndexOf(LINE_FEED) + 1
  let line = 1
  for (const unit of before) if (unit === LINE_FEED) line++
  return failure({ code: 'xml-fault', line, column: source.read(lineStart, fault).length + 1 })
}

const LINE_FEED = 0x0a

const sheetsOf = (kinds: readonly RecordKind[]): Sheet[] =>
  kinds.map(({ name }) => ({ name, hidden: false, hasData: true }))

/**
 * Reads an XML file whose repeated elements have prices: each element is a row, the elements and attributes in it are the
 * cells.
 * @param limit records read at most
 */
export function readFeed(
  bytes: Bytes,
  decoded: DecodedText,
  { sheet, limit, isChosen }: { sheet: string | undefined; limit: number; isChosen: boolean },
): ReadResult {
  const { encoding, hasBom, isDeclared } = xmlEncoding(decoded, isChosen)
  const source = new XmlSource(decoded.realigned?.bytes ?? bytes, encoding, hasBom)
  const opened = openFeed(source, sheet)
  if (!opened.ok) return opened.result
  const { kinds, kind } = opened.feed
  const stated = statedCurrencies(kind, opened.feed.paths)
  const nested = kinds.filter((other) => isWithin(other, kind) || isWithin(kind, other))
  const { table, isCut, isOverfull } = readRecords(opened.feed, limit)
  if (isOverfull) return tooWide
  return {
    ok: true,
    file: {
      format: 'xml',
      // What the file does not say can be chosen.
      ...((isChosen || !isDeclared) && { encoding }),
      // The prices of a product and those of its variants: neither is the better list.
      ...(sheet === undefined && nested.length > 0 && { equalSheets: nested.map(({ name }) => name) }),
      ...(kinds.length > 1 && { sheets: sheetsOf(kinds), sheet: kind.name }),
      // Several groups of records, each with a currency: the user is asked for that of prices that name none.
      ...(stated.length > 1 && { notes: stated.map((text) => `${CURRENCY_TITLE}: ${text}`) }),
      table,
      isCut,
    },
  }
}
