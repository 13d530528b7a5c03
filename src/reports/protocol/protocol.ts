import type { JobRow } from '#api/conversions.ts'
import { formatCount, formatExactMoney, formatMoney, formatSignedMoney } from '#money/format.ts'
import type { Lang } from '#i18n/language.ts'
import { type Currency, otherCurrency } from '#money/currency.ts'
import { toDecimalText } from '#money/amount.ts'
import { type DirectionTotals, ProofTotals } from '#money/proof.ts'
import { conversionOf } from '../results.ts'
import { m } from '#i18n/messages/messages.js'
import type { ProtocolFacts, ProtocolKind, ToExports } from '../types.ts'
import { type ExportWords, exportLabels } from '../labels.ts'
import { type Exception, type FileRows, exceptionsOf, fileRowsOf } from './exceptions.ts'

export type ProtocolOrder = Extract<ToExports, { kind: ProtocolKind }>

/** One fact with its label; `look` where it is made of digits to be compared. */
export type Fact = { readonly label: string; readonly text: string; readonly look?: 'hash' }

/** All that a protocol says, in the language of the page (PROOF-03). */
export type Protocol = {
  readonly lang: Lang
  readonly words: ExportWords
  readonly title: string
  readonly facts: readonly Fact[]
  /** How many rows there are, of which kind, and what they cost. */
  readonly counts: Fact
  readonly directions: readonly DirectionTotals[]
  readonly exceptions: readonly Exception[]
  /** What cannot be known of the exceptions. */
  readonly unknown: string | undefined
  /** The number in the file of each row of the results; null where it has none. */
  readonly lineOf: (index: number) => number | null
  /** The price column of each row of the results, where there are several. */
  readonly columnOf: ((index: number) => string | null) | undefined
}

/** Puts together what the results and the file at hand tell. */
export async function buildProtocol(
  { lang, rows, facts, source }: ProtocolOrder,
  onProgress: (done: number) => void,
): Promise<Protocol> {
  const file = source && (await fileRowsOf(source, onProgress))
  const directions = directionsOf(rows)
  const words = exportLabels(lang, facts)
  const titles = titlesOf(facts, lang)
  const isUnknown = facts.filename !== null && !file
  return {
    lang,
    words,
    title: m.protocol_title({}, { locale: lang }),
    facts: factsOf(facts, directions, words, lang),
    counts: { label: words.labels.rows, text: countsText(facts, words, lang) },
    directions,
    exceptions: exceptionsOf(rows, { file, titles, lang }),
    unknown: isUnknown ? m.protocol_changes_unknown({}, { locale: lang }) : undefined,
    lineOf: (index) => rowIn(file, index)?.line ?? null,
    columnOf: titles.length > 1 ? (index) => titles[rowIn(file, index)?.nth ?? -1] ?? null : undefined,
  }
}

const rowIn = (file: FileRows | undefined, index: number) => file?.byId.get(file.ids[index] ?? 0)

const titlesOf = ({ priceColumns }: ProtocolFacts, lang: Lang): string[] =>
  priceColumns.map(({ index, title }) => title || m.column_number({ number: index + 1 }, { locale: lang }))

function directionsOf(rows: readonly JobRow[]): DirectionTotals[] {
  const totals = new ProofTotals()
  for (const row of rows) {
    const conversion = conversionOf(row)
    if (conversion) totals.add(conversion.price, conversion.from, conversion.money)
  }
  return totals.directions()
}

const DIRECTION = { BGN: m.protocol_from_bgn, EUR: m.protocol_from_eur } as const

function factsOf(
  facts: ProtocolFacts,
  directions: readonly DirectionTotals[],
  words: ExportWords,
  lang: Lang,
): Fact[] {
  const locale = { locale: lang }
  const { purpose, jobId, createdAt } = facts
  return [
    { label: m.protocol_purpose({}, locale), text: purpose },
    { label: words.file.label, text: words.file.name + sizeText(facts, lang) },
    ...hashFacts(facts, lang),
    { label: words.date.label, text: momentText(createdAt, lang) },
    { label: m.protocol_job({}, locale), text: jobId },
    { label: words.labels.rate, text: `${words.rate} – ${m.protocol_rate_law({}, locale)}` },
    { label: m.protocol_direction({}, locale), text: directionText(directions, lang) },
    { label: words.labels.rule, text: m.sums_rule({}, locale) },
  ].filter(({ text }) => text !== '')
}

/** The counts on one line: paper is short. */
const countsText = ({ counts }: ProtocolFacts, words: ExportWords, lang: Lang): string => {
  const kinds = words.counts.map(({ text }) => text).join(', ')
  const { totalRows, tokenCost } = counts
  const tokens = m.tokens_for({ count: tokenCost, n: formatCount(tokenCost, lang) }, { locale: lang })
  return `${formatCount(totalRows, lang)}: ${kinds} · ${tokens}`
}

const sizeText = ({ file }: ProtocolFacts, lang: Lang): string =>
  file ? ` · ${m.protocol_bytes({ n: formatCount(file.bytes, lang) }, { locale: lang })}` : ''

function hashFacts({ filename, file }: ProtocolFacts, lang: Lang): Fact[] {
  const locale = { locale: lang }
  if (filename === null) return []
  const label = m.protocol_hash({}, locale)
  if (!file) return [{ label, text: m.protocol_hash_no_file({}, locale) }]
  if (file.sha256 === null) return [{ label, text: m.protocol_hash_insecure({}, locale) }]
  return [{ label, text: file.sha256, look: 'hash' }]
}

export const directionText = (directions: readonly { from: Currency }[], lang: Lang): string =>
  directions.map(({ from }) => DIRECTION[from]({}, { locale: lang })).join(' · ')

/** To the second, with the time zone that it is told in. */
function momentText(iso: string, lang: Lang): string {
  const format = new Intl.DateTimeFormat(lang === 'bg' ? 'bg-BG' : 'en-GB', {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'longOffset',
  })
  // Each language has a name of its own for Greenwich.
  const parts = format
    .formatToParts(new Date(iso))
    .map(({ type, value }) => (type === 'timeZoneName' ? value.replace(/^[^+-]*/, 'UTC') : value))
  return `${parts.join('')} (${format.resolvedOptions().timeZone})`
}

/** The amounts of a direction as money. */
export function directionAmounts({ from, prices, byLine, ofTotal, difference }: DirectionTotals, lang: Lang) {
  const to = otherCurrency(from)
  const signed = (difference < 0 ? '-' : '') + toDecimalText(Math.abs(difference))
  return {
    prices: formatExactMoney(prices, from, lang),
    byLine: formatMoney(byLine, to, lang),
    ofTotal: formatMoney(ofTotal, to, lang),
    difference: formatSignedMoney(signed, to, lang),
  }
}
