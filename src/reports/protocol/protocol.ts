import type { JobRow } from '#api/conversions.ts'
import { formatCount, formatExactMoney, formatMoney, formatSignedMoney } from '#money/format.ts'
import { dateTimeFormat } from '#i18n/format.ts'
import type { Lang } from '#i18n/language.ts'
import { type Currency, otherCurrency } from '#money/currency.ts'
import { toDecimalText } from '#money/amount.ts'
import { type DirectionTotals, ProofTotals } from '#money/proof.ts'
import { rowConversion } from '../results.ts'
import { m } from '#i18n/messages/messages.js'
import type { ProtocolSummary, ProtocolKind, ExportTask } from '../types.ts'
import { type ExportLabels, exportLabels } from '../labels.ts'
import type { KeyValue } from '../types.ts'
import { type Exception, type FileRows, findExceptions, readFileRows } from './exceptions.ts'

export type ProtocolTask = Extract<ExportTask, { kind: ProtocolKind }>

/** Content of a protocol, in one language (PROOF-03). */
export type Protocol = {
  readonly lang: Lang
  readonly words: ExportLabels
  readonly title: string
  readonly facts: readonly KeyValue[]
  /** Numbers of rows by status, and the tokens spent. */
  readonly counts: KeyValue
  readonly directions: readonly DirectionTotals[]
  readonly exceptions: readonly Exception[]
  /** Why the exceptions may be incomplete: without the file edits are unknown, or other rows wait for their conversion. */
  readonly unknown: string | undefined
  /** Line in the file of a result row, by its index; null where it has none. */
  readonly lineOf: (index: number) => number | null
  /** Price column of a result row, where there are several. */
  readonly columnOf: ((index: number) => string | null) | undefined
}

/** Builds the protocol from the results and, where available, the file. */
export async function buildProtocol(
  { lang, rows, facts, source }: ProtocolTask,
  onProgress: (done: number) => void,
): Promise<Protocol> {
  const file = source && (await readFileRows(source, onProgress))
  const directions = directionsOf(rows)
  const words = exportLabels(lang, facts)
  const titles = words.priceTitles
  const isUnknown = facts.filename !== null && !file
  return {
    lang,
    words,
    title: m.protocol_title({}, { locale: lang }),
    facts: factsOf(facts, directions, words, lang),
    counts: { label: words.labels.rows, text: countsText(facts, words, lang) },
    directions,
    exceptions: findExceptions(rows, { file, titles, lang, isPartial: facts.waiting !== undefined }),
    unknown: isUnknown ? m.protocol_changes_unknown({}, { locale: lang }) : waitingText(facts, lang),
    lineOf: (index) => rowIn(file, index)?.line ?? null,
    columnOf: titles.length > 1 ? (index) => titles[rowIn(file, index)?.nth ?? -1] ?? null : undefined,
  }
}

const rowIn = (file: FileRows | undefined, index: number) => file?.byId.get(file.ids[index] ?? 0)

function directionsOf(rows: readonly JobRow[]): DirectionTotals[] {
  const totals = new ProofTotals()
  for (const row of rows) {
    const conversion = rowConversion(row)
    if (conversion) totals.add(conversion.price, conversion.from, conversion.money)
  }
  return totals.directions()
}

const DIRECTION = { BGN: m.protocol_from_bgn, EUR: m.protocol_from_eur } satisfies Record<
  Currency,
  typeof m.protocol_from_eur
>

function factsOf(
  facts: ProtocolSummary,
  directions: readonly DirectionTotals[],
  words: ExportLabels,
  lang: Lang,
): KeyValue[] {
  const locale = { locale: lang }
  const { purpose, jobId, jobIds = [jobId], createdAt } = facts
  return [
    { label: m.protocol_purpose({}, locale), text: purpose },
    { label: words.file.label, text: words.file.name + sizeText(facts, lang) },
    ...hashFacts(facts, lang),
    { label: words.date.label, text: momentText(createdAt, lang) },
    { label: m.protocol_job({}, locale), text: jobIds.join(', ') },
    { label: words.labels.rate, text: `${words.rate} – ${m.protocol_rate_law({}, locale)}` },
    { label: m.protocol_direction({}, locale), text: directionText(directions, lang) },
    { label: words.labels.rule, text: m.sums_rule({}, locale) },
  ].filter(({ text }) => text !== '')
}

/** All counts on one line. */
const countsText = ({ counts }: ProtocolSummary, words: ExportLabels, lang: Lang): string => {
  const kinds = words.counts.map(({ text }) => text).join(', ')
  const { totalRows, tokenCost } = counts
  const tokens = m.tokens_for({ count: tokenCost, n: formatCount(tokenCost, lang) }, { locale: lang })
  return `${formatCount(totalRows, lang)}: ${kinds} · ${tokens}`
}

/** Says that other prices of the file are still to be converted, so that they are no exceptions. */
const waitingText = ({ waiting }: ProtocolSummary, lang: Lang): string | undefined =>
  waiting === undefined
    ? undefined
    : m.protocol_waiting({ count: waiting, n: formatCount(waiting, lang) }, { locale: lang })

/** A source file: its name, null for typed rows, and its fingerprint where it was at hand. */
type SourceFile = Pick<ProtocolSummary, 'filename' | 'file'>

export const sizeText = ({ file }: SourceFile, lang: Lang): string =>
  file ? ` · ${m.protocol_bytes({ n: formatCount(file.bytes, lang) }, { locale: lang })}` : ''

export function hashFacts({ filename, file }: SourceFile, lang: Lang): KeyValue[] {
  const locale = { locale: lang }
  if (filename === null) return []
  const label = m.protocol_hash({}, locale)
  if (!file) return [{ label, text: m.protocol_hash_no_file({}, locale) }]
  if (file.sha256 === null) return [{ label, text: m.protocol_hash_insecure({}, locale) }]
  return [{ label, text: file.sha256, look: 'hash' }]
}

export const directionText = (directions: readonly { from: Currency }[], lang: Lang): string =>
  directions.map(({ from }) => DIRECTION[from]({}, { locale: lang })).join(' · ')

/** Date and time to the second, with the time zone. */
export function momentText(iso: string, lang: Lang): string {
  const format = dateTimeFormat(lang, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'longOffset',
  })
  // Each language names GMT differently.
  const parts = format
    .formatToParts(new Date(iso))
    .map(({ type, value }) => (type === 'timeZoneName' ? value.replace(/^[^+-]*/, 'UTC') : value))
  return `${parts.join('')} (${format.resolvedOptions().timeZone})`
}

/** Formats the amounts of one direction. */
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
