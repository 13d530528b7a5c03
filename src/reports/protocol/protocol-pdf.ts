import { PAGE, PdfPage, wrapped } from '../pdf/page.ts'
import {
  NOTE,
  PdfCursor,
  PdfTable,
  TITLE,
  drawBrand,
  drawFooters,
  drawParagraph,
  drawTotals,
} from '../pdf/blocks.ts'
import {
  type Fact,
  type Protocol,
  type ProtocolOrder,
  buildProtocol,
  directionAmounts,
  directionText,
} from './protocol.ts'
import type { Lang } from '#i18n/language.ts'
import { m } from '#i18n/messages/messages.js'
import { formatCount } from '#money/format.ts'
import { otherCurrency } from '#money/currency.ts'
import type { ProtocolFacts } from '../types.ts'
import type { FontFiles } from '../pdf/fonts.ts'

const LABEL = { size: 9, ink: 'muted' } as const
const TEXT = { size: 9.5 } as const
const TEXT_LEFT = PAGE.left + 112
const LEADING = 12.5
const PADDING = 5.5

/** Label and text side by side, ruled. */
export function drawFacts(flow: PdfCursor, facts: readonly Fact[]): void {
  const { pen } = flow
  for (const { label, text, look } of facts) {
    const lines = linesOf(pen, text, PAGE.right - TEXT_LEFT)
    const labels = linesOf(pen, label, TEXT_LEFT - PAGE.left - 12)
    const height = Math.max(lines.length, labels.length) * LEADING + PADDING
    flow.makeRoom(height)
    for (const [i, line] of labels.entries()) pen.text(line, PAGE.left, flow.y + (i + 1) * LEADING, LABEL)
    if (look === 'hash') drawHash(pen, text, flow.y + LEADING)
    else for (const [i, line] of lines.entries()) pen.text(line, TEXT_LEFT, flow.y + (i + 1) * LEADING, TEXT)
    flow.y += height
    pen.line(PAGE.left, PAGE.right, flow.y, 0.4, 'line')
  }
}

const linesOf = (pen: PdfPage, text: string, width: number): string[] =>
  wrapped(pen.drawable(text), width, (part) => pen.widthOf(part, TEXT))

const GROUP = 8

/** Groups to compare by eye, told apart by their ink alone: what is copied is whole. */
function drawHash(pen: PdfPage, hash: string, y: number): void {
  let x = TEXT_LEFT
  for (let i = 0; i < hash.length; i += GROUP) {
    const group = hash.slice(i, i + GROUP)
    const style = { size: 9, ink: (i / GROUP) % 2 === 0 ? 'ink' : 'euro' } as const
    pen.text(group, x, y, style)
    x += pen.widthOf(group, style)
  }
}

const SIGNATURE_LABEL = { size: 8.5, ink: 'muted' } as const
const NAME = { size: 10 } as const
const GAP = 24
/** Room for a signature above its line, and for the words below it. */
const [ABOVE, BELOW] = [38, 20]

/** Three lines to be written on: who, the signature, and when. */
export function drawSignature(flow: PdfCursor, preparedBy: string, lang: Lang): void {
  const locale = { locale: lang }
  const { pen } = flow
  const labels = [
    m.protocol_by({}, locale),
    m.protocol_signature({}, locale),
    m.protocol_signed_on({}, locale),
  ]
  const width = (PAGE.right - PAGE.left - 2 * GAP) / labels.length
  const name = wrapped(pen.drawable(preparedBy), width, (part) => pen.widthOf(part, NAME))
  const height = ABOVE + name.length * LEADING + BELOW
  flow.makeRoom(height)
  const y = flow.y + height - BELOW
  // A long name stands on several lines, the last of them by the line.
  for (const [i, line] of name.toReversed().entries()) pen.text(line, PAGE.left, y - 5 - i * LEADING, NAME)
  for (const [i, label] of labels.entries()) {
    const x = PAGE.left + i * (width + GAP)
    pen.line(x, x + width, y, 0.6, 'ink')
    pen.text(label, x, y + 13, SIGNATURE_LABEL)
  }
  flow.y += height
}

/** More exceptions than this are for a sheet, not for paper. */
const EXCEPTIONS_AT_MOST = 300

/** Reading the file again takes the time; the pages are few. */
const READING = 0.7

const HEADING = { size: 13, weight: 'bold' } as const

/** A protocol for printing, signing and filing: A4 upright. */
export async function protocolPdf(
  order: ProtocolOrder,
  fonts: FontFiles,
  onProgress: (done: number) => void,
): Promise<Blob> {
  const { lang, facts } = order
  const protocol = await buildProtocol(order, (done) => onProgress(done * READING))
  const { words, title } = protocol
  const pen = new PdfPage(fonts, lang)
  pen.describe(title, words.file.name, lang)
  drawBrand(pen, lang)
  pen.text(title, PAGE.left, PAGE.top + 52, TITLE)
  const flow = new PdfCursor(pen, PAGE.top + 68)
  drawFacts(flow, [...protocol.facts, protocol.counts])
  drawSums(flow, protocol, facts)
  drawExceptions(flow, protocol)
  drawSignature(flow, facts.preparedBy, lang)
  drawFooters(pen, words)
  const file = pen.finish((done) => onProgress(READING + done * (1 - READING)))
  return new Blob([file], { type: 'application/pdf' })
}

/** Both totals, and how they come about by row and of the total. */
function drawSums(flow: PdfCursor, { words, directions, lang }: Protocol, facts: ProtocolFacts): void {
  const { pen } = flow
  const locale = { locale: lang }
  flow.makeRoom(190)
  flow.y = drawTotals(pen, facts, words, lang, flow.y + 14)
  heading(flow, m.protocol_totals({}, locale))
  const column = (title: string, left: number, width: number, align: 'left' | 'right' = 'right') => ({
    title,
    left: PAGE.left + left,
    width,
    align,
  })
  const table = new PdfTable(flow, [
    column(m.protocol_direction({}, locale), 0, 78, 'left'),
    column(words.labels.rows, 78, 40),
    column(m.protocol_prices({}, locale), 126, 92),
    column(m.protocol_by_line({}, locale), 226, 104),
    column(m.protocol_of_total({}, locale), 338, 103),
    column(m.protocol_difference({}, locale), 447, PAGE.right - PAGE.left - 447),
  ])
  for (const totals of directions) {
    const { prices, byLine, ofTotal, difference } = directionAmounts(totals, lang)
    const ink = { BGN: 'lev', EUR: 'euro' } as const
    const own = { size: 9, ink: ink[totals.from] }
    const other = { size: 9, ink: ink[otherCurrency(totals.from)] }
    table.row([
      directionText([totals], lang),
      formatCount(totals.rows, lang),
      { text: prices, style: own },
      { text: byLine, style: other },
      { text: ofTotal, style: other },
      difference,
    ])
  }
  const differences = words.rounding.map(({ text }) => text).join(' · ')
  const rounding = differences === '' ? '' : ` ${words.roundingLabel}: ${differences}.`
  const about = m.protocol_totals_text({}, locale) + rounding
  flow.y = drawParagraph(pen, about, flow.y + 14, NOTE, 12)
}

function drawExceptions(flow: PdfCursor, { words, exceptions, unknown, lang }: Protocol): void {
  const locale = { locale: lang }
  flow.makeRoom(80)
  const count = exceptions.length === 0 ? m.protocol_none({}, locale) : formatCount(exceptions.length, lang)
  heading(flow, `${m.protocol_exceptions({}, locale)}: ${count.toLocaleLowerCase(lang)}`)
  if (exceptions.length > 0) {
    const left = (from: number, width: number) => ({ left: PAGE.left + from, width, align: 'left' as const })
    const table = new PdfTable(flow, [
      { title: words.columns.number, left: PAGE.left, width: 32, align: 'right' },
      { title: m.protocol_line({}, locale), left: PAGE.left + 38, width: 52, align: 'right' },
      { title: words.columns.name, ...left(102, 140) },
      { title: m.protocol_text({}, locale), ...left(252, 90) },
      { title: m.protocol_note({}, locale), ...left(352, PAGE.right - PAGE.left - 352) },
    ])
    const number = (n: number | null) => (n === null ? '–' : formatCount(n, lang))
    for (const { seq, line, name, text, notes } of exceptions.slice(0, EXCEPTIONS_AT_MOST))
      table.row([number(seq), number(line), name, text, notes.join('; ')])
  }
  const more = exceptions.length - EXCEPTIONS_AT_MOST
  const below = [more > 0 && m.protocol_more({ n: formatCount(more, lang) }, locale), unknown]
  for (const text of below) {
    if (!text) continue
    flow.makeRoom(26)
    flow.y = drawParagraph(flow.pen, text, flow.y + 14, NOTE, 12)
  }
}

function heading(flow: PdfCursor, text: string): void {
  flow.pen.text(text, PAGE.left, flow.y + 26, HEADING)
  flow.y += 34
}
