import type { Currency } from '#domain/money.ts'

/** What a currency is called in a title, and what the other one is called where it stood: the same kind of word. */
const OTHER_WORD = {
  EUR: {
    bgn: 'eur',
    lv: 'eur',
    lev: 'euro',
    levs: 'euro',
    leva: 'euro',
    лв: 'евро',
    лев: 'евро',
    лева: 'евро',
    левове: 'евро',
  },
  BGN: { eur: 'bgn', euro: 'leva', euros: 'leva', евро: 'лева', '€': 'лв.' },
} as const satisfies Record<Currency, Readonly<Record<string, string>>>

const WORD = {
  EUR: /(?<!\p{L})(?:bgn|lv|levs?|leva|лв|левове|лева|лев)(?!\p{L})\.?/giu,
  BGN: /€|(?<!\p{L})(?:euros?|eur|евро)(?!\p{L})/giu,
} satisfies Record<Currency, RegExp>

/**
 * The title with its currency words turned into those of `currency` (`Цена, лв.` → `Цена, евро`, `PRICE_BGN` →
 * `PRICE_EUR`); undefined where it names none.
 */
export function titleInOther(title: string, currency: Currency): string | undefined {
  let isNamed = false
  const turned = title.replace(WORD[currency], (word) => {
    const other: string | undefined = (OTHER_WORD[currency] as Record<string, string>)[
      word.toLowerCase().replace(/\.$/, '')
    ]
    if (other === undefined) return word
    isNamed = true
    return inCaseOf(word, other)
  })
  return isNamed ? turned : undefined
}

/** Capitals stay capitals. */
function inCaseOf(word: string, other: string): string {
  if (word === word.toLowerCase()) return other
  return word === word.toUpperCase() ? other.toUpperCase() : other[0]!.toUpperCase() + other.slice(1)
}

/**
 * The title of a new column with prices in `currency`, told after the title of its source, in the manner of that title
 * (`Цена (EUR)`, `price_eur`, `salePriceEur`), and like no title that the file has already.
 */
export function newTitle(source: string, currency: Currency, taken: readonly string[]): string {
  const title = source.trim()
  const turned = titleInOther(title, currency) ?? titleWith(title, currency)
  const used = new Set(taken.map((one) => one.trim().toLowerCase()))
  if (!used.has(turned.toLowerCase())) return turned
  for (let n = 2; ; n++) if (!used.has(`${turned} ${n}`.toLowerCase())) return `${turned} ${n}`
}

function titleWith(title: string, currency: Currency): string {
  const code = currency.toLowerCase()
  if (title === '') return currency
  if (/^[a-z0-9]+(?:_[a-z0-9]+)*$/.test(title)) return `${title}_${code}`
  if (/^[A-Z0-9]+(?:_[A-Z0-9]+)+$/.test(title)) return `${title}_${currency}`
  if (/^[a-z]+(?:[A-Z][a-z0-9]*)+$/.test(title)) return title + currency[0] + code.slice(1)
  return `${title} (${currency})`
}
