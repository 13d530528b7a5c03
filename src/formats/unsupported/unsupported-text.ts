import type { OtherFile } from '../format.ts'
import { type Table, type TableRow, isBlankCell, rowAt, cellText } from '#table/table.ts'
import { findHeaderRow } from '#pricelist/headers/header-row.ts'
import { parseItems } from '../json/parse-items.ts'

/** Of a text; what it is shows in its first part. */
const HEAD = 64 * 1024
/** The fields of a message stand at its beginning. */
const MAIL_HEAD = 8 * 1024
const ITEMS_LOOKED_AT = 1000

/** What a text is that holds no delimited table: XML, a web page, JSON, an e-mail; undefined for any other text. */
export function otherText(text: string): OtherFile | undefined {
  const head = text
    .slice(0, HEAD)
    .replace(/^\ufeff/, '')
    .trimStart()
  if (head.startsWith('<')) return markup(head, text)
  if (/^[[{]/.test(head)) return jsonFile(text)
  return sheetFile(head) ?? mailFile(head.slice(0, MAIL_HEAD))
}

function markup(head: string, text: string): OtherFile | undefined {
  if (/^(?:<[?!][^>]*>\s*)*<html[\s>]|^<!doctype html/i.test(head)) return webPage(text)
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

const webPage = (text: string): OtherFile =>
  /<table[\s>]/i.test(text) ? { kind: 'misnamed', format: 'xls' } : { kind: 'web-page', format: 'HTML' }

const PROLOG = /^(?:\s+|<\?[^>]*>|<!--[^]*?-->|<!DOCTYPE[^>[]*(?:\[[^\]]*\]\s*)?>)+/i

/** What a piece of a web page begins with. */
const HTML_TAG =
  /^(?:html|head|body|table|thead|tbody|tr|t[dh]|caption|div|p|span|center|font|b|i|a|br|img|h\d|meta|style|title|link|script|form|ul|ol|pre|main|section|article|header)$/i

/** The name of the root element; undefined where the text only begins like a tag. */
function xmlRoot(head: string, text: string): string | undefined {
  const root = /^<([\p{L}_][\p{L}\p{N}_.:-]{0,60})(?=[\s/>])/u.exec(head.replace(PROLOG, ''))?.[1]
  if (root === undefined || HTML_TAG.test(root)) return undefined
  const end = text.slice(-1024).trimEnd()
  return head.startsWith('<?xml') || end.endsWith(`</${root}>`) ? root : undefined
}

function jsonFile(text: string): OtherFile | undefined {
  const head = text.slice(0, 4096)
  if (/"url"\s*:\s*"https:\/\/docs\.google\.com\//.test(head)) return { kind: 'google-sheet', format: '' }
  const value = parseItems(text, ITEMS_LOOKED_AT)
  if (value?.items.some((item) => typeof item === 'object') === true)
    return { kind: 'misnamed', format: 'json' }
  return value !== undefined || isObjectLine(text) ? { kind: 'json', format: 'JSON' } : undefined
}

/** JSON Lines: each line is an object. */
function isObjectLine(text: string): boolean {
  const line = text.slice(0, HEAD).split('\n', 1)[0]!.trim()
  return line.startsWith('{') && parseItems(line, 0) !== undefined
}

/** Spreadsheets as text: symbolic links, and data interchange. */
function sheetFile(head: string): OtherFile | undefined {
  if (/^ID;P[^\r\n]*\r?\n[BCEFNOP];/.test(head)) return { kind: 'spreadsheet', format: 'SYLK' }
  return /^TABLE\r?\n0,1\r?\n"/.test(head) ? { kind: 'spreadsheet', format: 'DIF' } : undefined
}

const MAIL_FIELD =
  /^(From|To|Subject|Date|MIME-Version|Received|Return-Path|Message-ID|Delivered-To|Content-Type|Content-Transfer-Encoding):/gim

/** Fields of a message's header (RFC 5322) that make it one. */
const ENOUGH_FIELDS = 3

function mailFile(head: string): OtherFile | undefined {
  const header = head.split(/\r?\n\r?\n/, 1)[0]!
  if (!/^(?:From |[A-Za-z][A-Za-z0-9-]*:)/.test(header)) return undefined
  const fields = new Set([...header.matchAll(MAIL_FIELD)].map(([, field]) => field!.toLowerCase()))
  if (fields.has('mime-version') && /^Content-Type:\s*multipart\/related/im.test(header))
    return { kind: 'web-archive', format: 'MHTML' }
  return fields.size >= ENOUGH_FIELDS ? { kind: 'email', format: 'EML' } : undefined
}

/** How much of a text and of its table is looked at, what makes their text prose, and how short titles and prices are. */
const PROSE = {
  sample: 16 * 1024,
  rows: 200,
  wordsPerLine: 6,
  digits: 0.02,
  letters: 0.5,
  title: 30,
  price: 20,
}

/**
 * Whether a text is prose: lines of many words with hardly a digit, no row of titles and no cell that could be a price. A
 * list of nothing but names is still shown as a table.
 */
export function isProse(text: string, table: Table): boolean {
  // Most tables have titles: first what is known of them, then the patterns that take long to be compiled.
  const header = rowAt(table, findHeaderRow(table) ?? -1)?.filter((cell) => !isBlankCell(cell)) ?? []
  if (header.length > 1 && header.every((cell) => cellText(cell).length <= PROSE.title)) return false
  const sample = text.slice(0, PROSE.sample)
  const lines = sample.split(/[\r\n]+/).filter((line) => line.trim() !== '')
  // Bytes in a wrong encoding are letters of other scripts: those are not refused, so that another can be chosen.
  const words = sample.match(/[\p{Script=Cyrillic}\p{Script=Latin}]{2,}/gu) ?? []
  if (words.length < PROSE.wordsPerLine * lines.length) return false
  if (words.join('').length < PROSE.letters * sample.length) return false
  if ((sample.match(/\d/g)?.length ?? 0) > PROSE.digits * sample.length) return false
  const mayBePrice = (cell: TableRow[number]) =>
    cellText(cell).length <= PROSE.price && /\d/.test(cellText(cell))
  return !table.slice(0, PROSE.rows).some((row) => row.some(mayBePrice))
}
