import type { UnsupportedFile } from '../format.ts'
import { type Table, type TableRow, isBlankCell, rowAt, cellText } from '#table/table.ts'
import { findHeaderRow } from '#pricelist/headers/header-row.ts'
import { parseItems } from '../json/parse-items.ts'
import { XmlTags, rawText } from '../xml/tags.ts'

/** Code units at the start of a text, and of an e-mail, by which it is identified. */
const HEAD = 64 * 1024
const MAIL_HEAD = 8 * 1024
const MAX_ITEMS = 1000

/** Identifies text that is not CSV: XML, a web page, JSON, a spreadsheet as text, an e-mail or a part of one; undefined for other text. */
export function identifyText(text: string): UnsupportedFile | undefined {
  // A byte order mark is trimmed too.
  const head = text.slice(0, HEAD).trimStart()
  if (head.startsWith('<')) return identifyMarkup(head, text)
  if (head.startsWith('[InternetShortcut]')) return { kind: 'shortcut', format: 'URL' }
  if (/^[[{]/.test(head)) return identifyJson(text)
  return identifySheetText(head) ?? identifyEmail(head.slice(0, MAIL_HEAD)) ?? identifyEncoded(head)
}

function identifyMarkup(head: string, text: string): UnsupportedFile | undefined {
  if (/^(?:<[?!][^>]*>\s*)*<html[\s>]|^<!doctype html/i.test(head)) return identifyWebPage(text)
  const root = xmlRoot(head, text)
  if (root === undefined) return undefined
  const local = root.slice(root.indexOf(':') + 1)
  if (local === 'Workbook' && head.includes('urn:schemas-microsoft-com:office:spreadsheet'))
    return { kind: 'misnamed', format: 'xls' }
  if (root === 'office:document' && head.includes('opendocument.spreadsheet'))
    return { kind: 'spreadsheet', format: 'OpenDocument FODS' }
  if (local === 'svg') return { kind: 'image', format: 'SVG' }
  return { kind: 'xml', format: root }
}

const identifyWebPage = (text: string): UnsupportedFile =>
  /<table[\s>]/i.test(text) ? { kind: 'misnamed', format: 'xls' } : { kind: 'web-page', format: 'HTML' }

/** First tags of web pages and of fragments of them. */
const HTML_TAG =
  /^(?:html|head|body|table|thead|tbody|tr|t[dh]|caption|div|p|span|center|font|b|i|a|br|img|h\d|meta|style|title|link|script|form|ul|ol|pre|main|section|article|header)$/i

/** Further elements of web pages, and those that only these have. */
const HTML_PART =
  /^(?:li|d[ldt]|em|strong|u|s|small|su[bp]|hr|input|button|label|select|option|textarea|nav|footer|aside|fig(?:ure|caption)|video|audio|source|iframe|noscript|svg|path|code|blockquote|address|time|mark|col|colgroup|tfoot|base)$/i
const OF_PAGE = /<(?:table|tr|t[dh]|html|head|div|br)[\s/>]|xhtml/i

/** Whether XML whose root has the name of an element of web pages (`<a>`, `<main>`) is no part of one: it has elements of other names. */
const isNoPage = (head: string): boolean =>
  !OF_PAGE.test(head) &&
  Array.from(head.matchAll(/<([\p{L}_][\p{L}\p{N}_.:-]*)/gu), ([, name = '']) => name).some(
    (name) => !HTML_TAG.test(name) && !HTML_PART.test(name),
  )

/** The name of the root element of XML; undefined for HTML, and for text that only begins like a tag. */
function xmlRoot(head: string, text: string): string | undefined {
  const tags = new XmlTags(new TextEncoder().encode(head))
  const first = tags.next() ? rawText(tags.bytes, tags.start, tags.end) : ''
  const root = /^<([\p{L}_][\p{L}\p{N}_.:-]{0,60})(?=[\s/>])/u.exec(first)?.[1]
  if (root === undefined) return undefined
  const end = text.slice(-1024).trimEnd()
  const isClosed = end.endsWith(`</${root}>`) || (first.endsWith('/>') && text.trim() === first)
  if (HTML_TAG.test(root)) return head.startsWith('<?xml') && isClosed && isNoPage(head) ? root : undefined
  return head.startsWith('<?xml') || isClosed ? root : undefined
}

function identifyJson(text: string): UnsupportedFile | undefined {
  const head = text.slice(0, 4096)
  if (/"url"\s*:\s*"https:\/\/docs\.google\.com\//.test(head)) return { kind: 'google-sheet', format: '' }
  const value = parseItems(text, MAX_ITEMS)
  if (value?.items.some((item) => typeof item === 'object') === true)
    return { kind: 'misnamed', format: 'json' }
  return value !== undefined || isObjectLine(text) ? { kind: 'json', format: 'JSON' } : undefined
}

/** Whether the first line is an object, as in JSON Lines. */
function isObjectLine(text: string): boolean {
  const line = text.slice(0, HEAD).split('\n', 1)[0]!.trim()
  return line.startsWith('{') && parseItems(line, 0) !== undefined
}

/** SYLK and DIF files. */
function identifySheetText(head: string): UnsupportedFile | undefined {
  if (/^ID;P[^\r\n]*\r?\n[BCEFNOP];/.test(head)) return { kind: 'spreadsheet', format: 'SYLK' }
  return /^TABLE\r?\n0,1\r?\n"/.test(head) ? { kind: 'spreadsheet', format: 'DIF' } : undefined
}

const MAIL_FIELD =
  /^(From|To|Subject|Date|MIME-Version|Received|Return-Path|Message-ID|Delivered-To|Content-Type|Content-Transfer-Encoding):/gim

/** Fields of a message's header (RFC 5322) that make it one. */
const MIN_FIELDS = 3

function identifyEmail(head: string): UnsupportedFile | undefined {
  const header = head.split(/\r?\n\r?\n/, 1)[0]!
  if (!/^(?:From |[A-Za-z][A-Za-z0-9-]*:)/.test(header)) return undefined
  const fields = new Set([...header.matchAll(MAIL_FIELD)].map(([, field]) => field!.toLowerCase()))
  if (fields.has('mime-version') && /^Content-Type:\s*multipart\/related/im.test(header))
    return { kind: 'web-archive', format: 'MHTML' }
  return fields.size >= MIN_FIELDS ? { kind: 'email', format: 'EML' } : undefined
}

/** Four bytes beyond ASCII in quoted-printable (RFC 2045, 6.7), as two Cyrillic letters in UTF-8 are. */
const QUOTED_PRINTABLE = /(?:=[89A-F][\dA-F]){4}/g
/** Lengths of the lines of base64 that mail programs write. */
const BASE64_LENGTHS: readonly number[] = [60, 64, 72, 76]
const BASE64_LINE = /^[A-Za-z\d+/]+={0,2}$/

/** The part of an e-mail in the encoding in which it is sent. */
function identifyEncoded(head: string): UnsupportedFile | undefined {
  if ((head.match(QUOTED_PRINTABLE)?.length ?? 0) > 1)
    return { kind: 'encoded-text', format: 'quoted-printable' }
  const [first = '', ...others] = head.slice(0, MAIL_HEAD).trimEnd().split(/\r?\n/)
  const isBase64 =
    others.length > 0 &&
    BASE64_LENGTHS.includes(first.length) &&
    [first, ...others].every(
      (line, i) => BASE64_LINE.test(line) && (line.length === first.length || i === others.length),
    )
  return isBase64 ? { kind: 'encoded-text', format: 'base64' } : undefined
}

/**
 * Limits of {@link isProse}: code units and rows of the sample, words per line, shares of digits, letters and lines that
 * end like a sentence, and lengths of titles and prices.
 */
const PROSE = {
  sample: 16 * 1024,
  rows: 200,
  wordsPerLine: 6,
  digits: 0.02,
  letters: 0.5,
  sentences: 0.5,
  title: 30,
  price: 20,
}

/**
 * Whether a text is prose: lines of many words with hardly a digit, or sentences of which one at least is long, with no
 * header and no cell that could be a price. A list of nothing but names is no prose.
 */
export function isProse(text: string, table: Table): boolean {
  // Most tables have titles. They are checked first, since the patterns below take long to compile.
  const header = rowAt(table, findHeaderRow(table) ?? -1)?.filter((cell) => !isBlankCell(cell)) ?? []
  if (header.length > 1 && header.every((cell) => cellText(cell).length <= PROSE.title)) return false
  const sample = text.slice(0, PROSE.sample)
  const lines = sample.split(/[\r\n]+/).filter((line) => line.trim() !== '')
  // Text decoded wrongly has letters of other scripts: it is no prose, so that the user can choose another encoding.
  const words = wordsOf(sample)
  if (words.join('').length < PROSE.letters * sample.length) return false
  const isWordy =
    words.length >= PROSE.wordsPerLine * lines.length &&
    (sample.match(/\d/g)?.length ?? 0) <= PROSE.digits * sample.length
  if (!isWordy && !areSentences(lines)) return false
  const mayBePrice = (cell: TableRow[number]) =>
    cellText(cell).length <= PROSE.price && /\d/.test(cellText(cell))
  return !table.slice(0, PROSE.rows).some((row) => row.some(mayBePrice))
}

const wordsOf = (text: string) => text.match(/[\p{Script=Cyrillic}\p{Script=Latin}]{2,}/gu) ?? []

/** Whether most lines end like a sentence or a salutation, and one of them has many words. */
const areSentences = (lines: readonly string[]) =>
  lines.filter((line) => /[.,!?:]["”“»)]?\s*$/.test(line)).length >= PROSE.sentences * lines.length &&
  lines.some((line) => wordsOf(line).length >= PROSE.wordsPerLine)
