import { formatCount } from '#money/format.ts'
import { otherCurrency } from '#money/amount.ts'
import { m } from '#i18n/messages/messages.js'
import type { ProtocolFacts } from '#engine/export/types.ts'
import { drawFooters } from '../pdf/pdf-foot.ts'
import type { FontFiles } from '../pdf/fonts.ts'
import { drawBrand, drawParagraph, drawTotals, NOTE, TITLE } from '../pdf/blocks.ts'
import { PAGE } from '../pdf/pdf-page.ts'
import { PdfPen } from '../pdf/page.ts'
import { PdfFlow, PdfTable } from '../pdf/pdf-table.ts'
import { directionAmounts, directionText, type Protocol, protocolOf, type ProtocolOrder } from './protocol.ts'
import { drawFacts } from './protocol-facts.ts'
import { drawSignature } from './protocol-signature.ts'

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
  const protocol = await protocolOf(order, (done) => onProgress(done * READING))
  const { words, title } = protocol
  const pen = new PdfPen(fonts, lang)
  pen.describe(title, words.file.name, lang)
  drawBrand(pen, lang)
  pen.text(title, PAGE.left, PAGE.top + 52, TITLE)
  const flow = new PdfFlow(pen, PAGE.top + 68)
  drawFacts(flow, [...protocol.facts, protocol.counts])
  drawSums(flow, protocol, facts)
  drawExceptions(flow, protocol)
  drawSignature(flow, facts.preparedBy, lang)
  drawFooters(pen, words)
  const file = pen.finish((done) => onProgress(READING + done * (1 - READING)))
  return new Blob([file], { type: 'application/pdf' })
}

/** Both totals, and how they come about by row and of the total. */
function drawSums(flow: PdfFlow, { words, directions, lang }: Protocol, facts: ProtocolFacts): void {
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

function drawExceptions(flow: PdfFlow, { words, exceptions, unknown, lang }: Protocol): void {
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

function heading(flow: PdfFlow, text: string): void {
  flow.pen.text(text, PAGE.left, flow.y + 26, HEADING)
  flow.y += 34
}
