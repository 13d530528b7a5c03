import type { Lang } from '#i18n/language.ts'
import { sideOf } from '#money/amount.ts'
import { EURO, NATIONAL, type Currency } from '#money/currency.ts'
import { currencySign, formatCount, formatDecimal, formatRate, formatSignedMoney } from '#money/format.ts'
import type { Mismatch, PriceCheck } from '#pricelist/pairs/check-pairs.ts'
import { type PairDirection, derivedCurrency } from '#pricelist/pairs/price-pair.ts'
import { m } from '#i18n/messages/messages.js'
import { checkFigures, checkSentence } from '../check-summary.ts'
import type { FileFingerprint } from '../fingerprint.ts'
import { pairTitle } from '../labels.ts'
import {
  PdfCursor,
  PdfTable,
  TITLE,
  NOTE,
  drawBrand,
  drawFooters,
  drawKeyValues,
  drawParagraph,
} from '../pdf/blocks.ts'
import type { FontFiles } from '../pdf/fonts.ts'
import { PAGE, PdfPage } from '../pdf/page.ts'
import type { ComparedColumns, FileSummary, KeyValue } from '../types.ts'
import { hashFacts, momentText, sizeText } from './protocol.ts'
import { drawSignature } from './protocol-pdf.ts'

export type CheckProtocolTask = {
  readonly lang: Lang
  readonly facts: FileSummary
  readonly columns: ComparedColumns
  readonly check: PriceCheck
  readonly file: FileFingerprint
  /** ISO 8601. */
  readonly createdAt: string
}

/** More mismatches are only in the CSV and XLSX files. */
const MAX_MISMATCHES = 300

const RULE = {
  either: m.check_either_text,
  'bgn-eur': m.check_bgn_eur_text,
  'eur-bgn': m.check_eur_bgn_text,
} satisfies Record<PairDirection, typeof m.check_bgn_eur_text | typeof m.check_either_text>

/** The protocol of a check as PDF, A4 portrait, for printing and signing. */
export function checkProtocolPdf(task: CheckProtocolTask, fonts: FontFiles): Blob {
  const { lang, facts, check } = task
  const locale = { locale: lang }
  const page = new PdfPage(fonts, lang)
  const title = m.check_protocol_title({}, locale)
  page.describe(title, facts.name, lang)
  drawBrand(page, lang)
  page.text(title, PAGE.left, PAGE.top + 52, TITLE)
  const sentence = checkSentence(check.summary, lang)
  const cursor = new PdfCursor(page, drawParagraph(page, sentence, PAGE.top + 76, { size: 12 }, 15) - 4)
  drawKeyValues(cursor, factsOf(task))
  drawMismatches(cursor, task)
  drawSignature(cursor, '', lang)
  drawFooters(page, {
    file: { label: m.export_file({}, locale), name: facts.name },
    page: (one, pages) =>
      m.export_page({ page: formatCount(one, lang), pages: formatCount(pages, lang) }, locale),
  })
  return new Blob([page.finish(() => {})], { type: 'application/pdf' })
}

function factsOf({ lang, facts, columns, check, file, createdAt }: CheckProtocolTask): KeyValue[] {
  const locale = { locale: lang }
  const rate = `1 ${currencySign(EURO, lang)} = ${formatRate(lang)} ${currencySign(NATIONAL, lang)}`
  const source = { filename: facts.name, file }
  return [
    { label: m.export_file({}, locale), text: facts.name + sizeText(source, lang) },
    ...hashFacts(source, lang),
    { label: m.export_date({}, locale), text: momentText(createdAt, lang) },
    { label: m.export_rate({}, locale), text: `${rate} – ${m.protocol_rate_law({}, locale)}` },
    {
      label: m.check_columns({}, locale),
      text: columns.pairs.map((pair) => pairTitle(pair, facts, lang)).join('; '),
    },
    {
      label: m.export_rounding({}, locale),
      text: RULE[check.direction]({ rate: formatRate(lang) }, locale),
    },
    ...checkFigures(check.summary, check.direction, lang),
  ]
}

const HEADING = { size: 13, weight: 'bold' } as const

const inkOf = (currency: Currency) => (currency === EURO ? 'euro' : 'national')

function drawMismatches(cursor: PdfCursor, { lang, check }: CheckProtocolTask): void {
  const { mismatches, direction } = check
  const locale = { locale: lang }
  if (mismatches.length === 0) return
  cursor.makeRoom(80)
  cursor.page.text(m.check_list({}, locale), PAGE.left, cursor.y + 26, HEADING)
  cursor.y += 34
  const wrong = derivedCurrency(direction)
  const right = (from: number, width: number) => ({ left: PAGE.left + from, width, align: 'right' as const })
  const table = new PdfTable(cursor, [
    { title: m.column_line({}, locale), ...right(0, 40) },
    { title: m.column_name({}, locale), left: PAGE.left + 52, width: 170, align: 'left' },
    { title: m.check_in_lev({}, locale), ...right(226, 66) },
    { title: m.check_in_euro({}, locale), ...right(296, 66) },
    { title: m.check_right({}, locale), ...right(366, 66) },
    { title: m.check_difference({}, locale), ...right(436, PAGE.right - PAGE.left - 436) },
  ])
  const amount = (decimal: string, currency: Currency) => ({
    text: formatDecimal(decimal, lang),
    style: { size: 9, ink: currency === wrong ? ('invalid' as const) : inkOf(currency) } as const,
  })
  const rowOf = (mismatch: Mismatch) => [
    formatCount(mismatch.row, lang),
    mismatch.name,
    amount(mismatch.national, NATIONAL),
    amount(mismatch.euro, EURO),
    {
      text: formatDecimal(mismatch.expected[sideOf(wrong)], lang),
      style: { size: 9, weight: 'bold', ink: inkOf(wrong) } as const,
    },
    formatSignedMoney(mismatch.difference[sideOf(wrong)], wrong, lang),
  ]
  for (const mismatch of mismatches.slice(0, MAX_MISMATCHES)) table.row(rowOf(mismatch))
  const more = mismatches.length - MAX_MISMATCHES
  if (more <= 0) return
  cursor.makeRoom(26)
  const text = m.check_protocol_more({ n: formatCount(more, lang) }, locale)
  cursor.y = drawParagraph(cursor.page, text, cursor.y + 14, NOTE, 12)
}
