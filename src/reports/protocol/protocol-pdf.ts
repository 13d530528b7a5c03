import { PAGE, PdfPage, wrapText } from '../pdf/page.ts'
import {
  NOTE,
  PdfCursor,
  PdfTable,
  TITLE,
  drawBrand,
  drawFooters,
  drawKeyValues,
  drawParagraph,
  drawTotals,
} from '../pdf/blocks.ts'
import {
  type Protocol,
  type ProtocolTask,
  buildProtocol,
  directionAmounts,
  directionText,
} from './protocol.ts'
import type { Lang } from '#i18n/language.ts'
import { m } from '#i18n/messages/messages.js'
import { formatCount } from '#money/format.ts'
import { type Currency, EURO, otherCurrency } from '#money/currency.ts'
import type { ProtocolSummary } from '../types.ts'
import type { FontFiles } from '../pdf/fonts.ts'

const SIGNATURE_LABEL = { size: 8.5, ink: 'muted' } as const
const NAME_LEADING = 12.5
const NAME = { size: 10 } as const
const GAP = 24
/** Space for a signature above its line, and for the label below it. */
const [ABOVE, BELOW] = [38, 20]

/** Three lines to fill in: name, signature and date. */
export function drawSignature(cursor: PdfCursor, preparedBy: string, lang: Lang): void {
  const locale = { locale: lang }
  const { page } = cursor
  const labels = [
    m.protocol_by({}, locale),
    m.protocol_signature({}, locale),
    m.protocol_signed_on({}, locale),
  ]
  const width = (PAGE.right - PAGE.left - 2 * GAP) / labels.length
  const name = wrapText(page.drawable(preparedBy), width, (part) => page.widthOf(part, NAME))
  const height = ABOVE + name.length * NAME_LEADING + BELOW
  cursor.makeRoom(height)
  const y = cursor.y + height - BELOW
  // A long name takes several lines and ends at the ruled one.
  for (const [i, line] of name.toReversed().entries())
    page.text(line, PAGE.left, y - 5 - i * NAME_LEADING, NAME)
  for (const [i, label] of labels.entries()) {
    const x = PAGE.left + i * (width + GAP)
    page.line(x, x + width, y, 0.6, 'ink')
    page.text(label, x, y + 13, SIGNATURE_LABEL)
  }
  cursor.y += height
}

/** More exceptions are only in the XLSX protocol. */
const MAX_EXCEPTIONS = 300

/** Share of reading the file again in the progress. */
const READING = 0.7

const HEADING = { size: 13, weight: 'bold' } as const

/** The protocol as PDF, A4 portrait, for printing and signing. */
export async function protocolPdf(
  task: ProtocolTask,
  fonts: FontFiles,
  onProgress: (done: number) => void,
): Promise<Blob> {
  const { lang, facts } = task
  const protocol = await buildProtocol(task, (done) => onProgress(done * READING))
  const { words, title } = protocol
  const page = new PdfPage(fonts, lang)
  page.describe(title, words.file.name, lang)
  drawBrand(page, lang)
  page.text(title, PAGE.left, PAGE.top + 52, TITLE)
  const cursor = new PdfCursor(page, PAGE.top + 68)
  drawKeyValues(cursor, [...protocol.facts, protocol.counts])
  drawSums(cursor, protocol, facts)
  drawExceptions(cursor, protocol)
  drawSignature(cursor, facts.preparedBy, lang)
  drawFooters(page, words)
  const file = page.finish((done) => onProgress(READING + done * (1 - READING)))
  return new Blob([file], { type: 'application/pdf' })
}

const inkOf = (currency: Currency): 'national' | 'euro' => (currency === EURO ? 'euro' : 'national')

/** Both totals, and their calculation by row and of the total. */
function drawSums(cursor: PdfCursor, { words, directions, lang }: Protocol, facts: ProtocolSummary): void {
  const { page } = cursor
  const locale = { locale: lang }
  cursor.makeRoom(190)
  cursor.y = drawTotals(page, facts, words, lang, cursor.y + 14)
  heading(cursor, m.protocol_totals({}, locale))
  const column = (title: string, left: number, width: number, align: 'left' | 'right' = 'right') => ({
    title,
    left: PAGE.left + left,
    width,
    align,
  })
  const table = new PdfTable(cursor, [
    column(m.protocol_direction({}, locale), 0, 78, 'left'),
    column(words.labels.rows, 78, 40),
    column(m.protocol_prices({}, locale), 126, 92),
    column(m.protocol_by_line({}, locale), 226, 104),
    column(m.protocol_of_total({}, locale), 338, 103),
    column(m.protocol_difference({}, locale), 447, PAGE.right - PAGE.left - 447),
  ])
  for (const totals of directions) {
    const { prices, byLine, ofTotal, difference } = directionAmounts(totals, lang)
    const own = { size: 9, ink: inkOf(totals.from) }
    const other = { size: 9, ink: inkOf(otherCurrency(totals.from)) }
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
  cursor.y = drawParagraph(page, about, cursor.y + 14, NOTE, 12)
}

function drawExceptions(cursor: PdfCursor, { words, exceptions, unknown, lang }: Protocol): void {
  const locale = { locale: lang }
  cursor.makeRoom(80)
  const count = exceptions.length === 0 ? m.protocol_none({}, locale) : formatCount(exceptions.length, lang)
  heading(cursor, `${m.protocol_exceptions({}, locale)}: ${count.toLocaleLowerCase(lang)}`)
  if (exceptions.length > 0) {
    const left = (from: number, width: number) => ({ left: PAGE.left + from, width, align: 'left' as const })
    const table = new PdfTable(cursor, [
      { title: words.columns.number, left: PAGE.left, width: 32, align: 'right' },
      { title: m.protocol_line({}, locale), left: PAGE.left + 38, width: 52, align: 'right' },
      { title: words.columns.name, ...left(102, 140) },
      { title: m.protocol_text({}, locale), ...left(252, 90) },
      { title: m.protocol_note({}, locale), ...left(352, PAGE.right - PAGE.left - 352) },
    ])
    const number = (n: number | null) => (n === null ? '–' : formatCount(n, lang))
    for (const { seq, line, name, text, notes } of exceptions.slice(0, MAX_EXCEPTIONS))
      table.row([number(seq), number(line), name, text, notes.join('; ')])
  }
  const more = exceptions.length - MAX_EXCEPTIONS
  const below = [more > 0 && m.protocol_more({ n: formatCount(more, lang) }, locale), unknown]
  for (const text of below) {
    if (!text) continue
    cursor.makeRoom(26)
    cursor.y = drawParagraph(cursor.page, text, cursor.y + 14, NOTE, 12)
  }
}

function heading(cursor: PdfCursor, text: string): void {
  cursor.page.text(text, PAGE.left, cursor.y + 26, HEADING)
  cursor.y += 34
}
