/** Expected texts, computed independently of the product by the number rules of each language. */
import type { Lang } from '#i18n/language.ts'
import { decimalsOf, referenceAmounts } from '#test/reference-rate.ts'

/**
 * Difference of the rounded conversions from the exact conversion of their sum, with four decimals and a sign. The
 * differences are added in units of 10^-20 of a minor unit, exact enough for a million prices.
 */
function roundingOf(prices: readonly string[], currency: 'BGN' | 'EUR'): string {
  const unit = 10n ** 20n
  const [top, bottom] = currency === 'BGN' ? [100_000n, 195_583n] : [195_583n, 100_000n]
  let difference = 0n
  for (const price of prices) {
    const [whole = '0', fraction = ''] = price.split('.')
    const { bgn, eur } = referenceAmounts(price, currency)
    const converted = BigInt((currency === 'BGN' ? eur : bgn).replace('.', ''))
    const exact = (BigInt(whole + fraction) * 100n * top * unit) / (bottom * 10n ** BigInt(fraction.length))
    difference += converted * unit - exact
  }
  const size = difference < 0n ? -difference : difference
  // Minor units to ten-thousandths, rounded half away from zero.
  const digits = ((size * 100n + unit / 2n) / unit).toString().padStart(5, '0')
  const sign = /[1-9]/.test(digits) ? (difference < 0n ? '\u2212' : '+') : ''
  return `${sign}${digits.slice(0, -4)}.${digits.slice(-4)}`
}

/** The rounding difference with its currency, as the page shows it. */
export function shownRounding(prices: readonly string[], currency: 'BGN' | 'EUR', lang: Lang): string {
  const text = shown(roundingOf(prices, currency), lang)
  if (currency === 'EUR') return `${text} ${lang === 'bg' ? 'лв.' : 'BGN'}`
  return lang === 'bg' ? `${text} €` : text.replace(/^[+\u2212]?/, (sign) => `${sign}€`)
}

/** The same in the words of the page: in hundredths below one lev or euro, else with two decimals. */
export function roundingWords(prices: readonly string[], currency: 'BGN' | 'EUR', lang: Lang): string {
  const [, sign = '', whole = '', fraction = ''] =
    /^([+\u2212]?)(\d+)\.(\d+)$/.exec(roundingOf(prices, currency)) ?? []
  if (whole === '0') {
    const hundredths = `${sign}${shown(`${Number(fraction.slice(0, 2))}.${fraction.slice(2)}`, lang)}`
    const unit = { bg: { BGN: 'цента', EUR: 'стотинки' }, en: { BGN: 'cents', EUR: 'stotinki' } }[lang][
      currency
    ]
    return `${hundredths} ${unit}`
  }
  const rounded = (BigInt(whole + fraction) + 50n) / 100n
  const text = shown(decimalsOf(rounded), lang)
  if (currency === 'EUR') return `${sign}${text} ${lang === 'bg' ? 'лв.' : 'BGN'}`
  return lang === 'bg' ? `${sign}${text} €` : `${sign}€${text}`
}

/** Parses CSV with quotes (RFC 4180). */
export function splitCsv(text: string, delimiter = ','): string[][] {
  const rows: string[][] = [[]]
  let field = ''
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const c = text[i] ?? ''
    if (quoted) {
      if (c === '"' && text[i + 1] === '"') field += text[++i]
      else if (c === '"') quoted = false
      else field += c
    } else if (c === '"' && field === '') quoted = true
    else if (c === delimiter || c === '\n') {
      rows.at(-1)?.push(field.replace(/\r$/, ''))
      field = ''
      if (c === '\n') rows.push([])
    } else field += c
  }
  if (field !== '') rows.at(-1)?.push(field)
  return rows.filter((row) => row.length > 0)
}

/** Sums decimal texts with two decimals. */
export const sumOf = (amounts: readonly string[]): string =>
  decimalsOf(amounts.reduce((sum, amount) => sum + BigInt(amount.replace('.', '')), 0n))

/** Formats an amount as the page does, without its currency. */
export function shown(amount: string, lang: Lang): string {
  const [whole = '', fraction = ''] = amount.split('.')
  const isGrouped = lang === 'en' ? whole.length > 3 : whole.length > 4
  const grouped = isGrouped ? whole.replace(/\B(?=(\d{3})+$)/g, lang === 'en' ? ',' : '\u00a0') : whole
  return grouped + (lang === 'en' ? '.' : ',') + fraction
}
