// The converter that other sites put on their pages, as one script: the element `<levro-converter>`. It needs nothing of the page
// around it, sends no request and stores nothing. Its style is a constructed sheet, which no content security policy forbids.
import { DEFAULT_LANG, LANGS, type Lang } from '../../src/i18n/language.ts'
import { m } from '../../src/i18n/messages/messages.js'
import { MAX_AMOUNT, targetAmount } from '../../src/money/amount.ts'
import {
  CURRENCY_CODES,
  type Currency,
  NATIONAL,
  otherCurrency,
  parseCurrency,
} from '../../src/money/currency.ts'
import { decimalText } from '../../src/money/decimal.ts'
import { formatExactMoney, formatMoney, formatRate } from '../../src/money/format.ts'
import { LIMITS } from '../../src/product/limits.ts'
import { PRODUCT } from '../../src/product/product.ts'
import {
  AMBIGUOUS,
  type AmountError,
  type Converted,
  convertTypedAmount,
} from '../../src/web/features/single/shared-amount.ts'
import { pathOf } from '../../src/web/routing/paths.ts'
import { STYLE } from './style.ts'

const NAME = 'levro-converter'

const DIRECTION_TEXT = { BGN: m.protocol_from_bgn, EUR: m.protocol_from_eur }
const AMOUNT_TEXT = { BGN: m.single_amount_bgn, EUR: m.single_amount_eur }
const INVALID_TEXT = { BGN: m.single_invalid_bgn, EUR: m.single_invalid_eur }

/** Shared by all elements of a page. */
let sheet: CSSStyleSheet | undefined

function styleSheet(): CSSStyleSheet {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(STYLE)
  }
  return sheet
}

function create<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children)
  return element
}

/**
 * Attributes: `lang` (by default that of the page around it), `theme` (`light`, `dark`, `auto`), and for the start `amount` and
 * `from` (`BGN`, `EUR`). What is inside the element is shown where the script does not run.
 */
class ConverterElement extends HTMLElement {
  static readonly observedAttributes = ['lang', 'amount', 'from']

  #from: Currency = NATIONAL
  #text = ''
  #isDrawn = false
  #lang = DEFAULT_LANG
  #result = create('output', { for: 'amount' })
  #error = create('p', { class: 'error', id: 'error', 'aria-live': 'polite' })
  #other = create('button', { type: 'button', class: 'other', hidden: '' })
  #label = create('label', { for: 'amount' })
  #amount = create('input', {
    id: 'amount',
    type: 'text',
    inputmode: 'decimal',
    autocomplete: 'off',
    maxlength: String(LIMITS.priceLength),
    'aria-describedby': 'error',
  })

  constructor() {
    super()
    // First: where it fails, in older browsers, the content of the element stays visible.
    const style = styleSheet()
    this.attachShadow({ mode: 'open', delegatesFocus: true }).adoptedStyleSheets = [style]
    this.#amount.addEventListener('input', () => {
      this.#text = this.#amount.value
      this.#convert()
    })
    this.#other.addEventListener('click', () => {
      this.#text = this.#amount.value = thousandsOf(this.#text)
      this.#amount.focus()
      this.#convert()
    })
  }

  connectedCallback(): void {
    this.#from = parseCurrency(this.getAttribute('from')) ?? this.#from
    this.#text = this.getAttribute('amount') ?? this.#text
    this.#isDrawn = true
    this.#draw()
  }

  attributeChangedCallback(name: string, _before: string | null, value: string | null): void {
    if (!this.#isDrawn) return
    if (name === 'from') this.#from = parseCurrency(value) ?? NATIONAL
    if (name === 'amount') this.#text = value ?? ''
    this.#draw()
  }

  #draw(): void {
    const lang = languageOf(this)
    this.#lang = lang
    const inLang = { locale: lang }
    const directions = CURRENCY_CODES.map((from) => {
      const input = create('input', { type: 'radio', name: 'from', value: from })
      input.checked = from === this.#from
      input.addEventListener('change', () => {
        this.#from = from
        this.#convert()
      })
      return create('label', { class: 'way' }, input, create('span', {}, DIRECTION_TEXT[from]({}, inLang)))
    })
    const home = PRODUCT.origin + pathOf('converter', lang)
    this.shadowRoot?.replaceChildren(
      create(
        'div',
        { class: 'box', role: 'group', lang, 'aria-label': m.embed_label({}, inLang) },
        create('fieldset', {}, create('legend', {}, m.protocol_direction({}, inLang)), ...directions),
        create('div', { class: 'amount' }, this.#label, this.#amount, this.#error),
        this.#result,
        this.#other,
        create(
          'div',
          { class: 'foot' },
          create('span', {}, m.embed_rate({ rate: formatRate(lang) }, inLang)),
          // No referrer, and no link for search engines: it stands on pages of others.
          create(
            'a',
            { href: home, rel: 'noopener noreferrer nofollow', target: '_blank' },
            PRODUCT.name[lang],
          ),
        ),
      ),
    )
    if (this.#amount.value !== this.#text) this.#amount.value = this.#text
    this.#convert()
  }

  #convert(): void {
    this.#label.textContent = AMOUNT_TEXT[this.#from]({}, { locale: this.#lang })
    const outcome = this.#text.trim() === '' ? undefined : convertTypedAmount(this.#text, this.#from)
    const isError = typeof outcome === 'string'
    this.#showError(isError ? outcome : undefined)
    this.#result.replaceChildren(...(outcome === undefined || isError ? [] : this.#resultOf(outcome)))
    this.#showOtherReading()
  }

  /** `12,50 лв. = 6,39 €`: with the amount as it was read. */
  #resultOf({ amount, from, money }: Converted): Node[] {
    const source = formatExactMoney(decimalText(amount), from, this.#lang)
    const to = otherCurrency(from)
    const target = formatMoney(targetAmount(money, from), to, this.#lang)
    return [create('span', { class: from }, source), new Text(' = '), create('b', { class: to }, target)]
  }

  #showError(error: AmountError | undefined): void {
    const inLang = { locale: this.#lang }
    this.#error.textContent =
      error === undefined
        ? ''
        : error === 'too-large'
          ? m.single_max({ maximum: formatMoney(MAX_AMOUNT, this.#from, this.#lang) }, inLang)
          : INVALID_TEXT[this.#from]({}, inLang)
    if (error === undefined) this.#amount.removeAttribute('aria-invalid')
    else this.#amount.setAttribute('aria-invalid', 'true')
  }

  /** `1,234` is a decimal; the button takes it for a thousand, which it writes without any mark. */
  #showOtherReading(): void {
    const text = this.#text.trim()
    const thousands = thousandsOf(text)
    const other = AMBIGUOUS.test(text) ? convertTypedAmount(thousands, this.#from) : 'no-amount'
    this.#other.hidden = typeof other === 'string'
    if (typeof other === 'string') return
    const money = formatMoney(targetAmount(other.money, this.#from), otherCurrency(this.#from), this.#lang)
    this.#other.textContent = m.single_or_thousands({ money, text: thousands }, { locale: this.#lang })
  }
}

/** The other reading of an ambiguous amount: `1234` of `1,234`. */
const thousandsOf = (text: string): string => text.trim().replace(/[.,]/, '')

/** Of the element or its closest ancestor with `lang`: a language of the product, else English; Bulgarian where none is stated. */
function languageOf(element: Element): Lang {
  const stated = element.closest<HTMLElement>('[lang]:not([lang=""])')?.lang.toLowerCase()
  if (stated === undefined) return DEFAULT_LANG
  return LANGS.find((lang) => stated === lang || stated.startsWith(`${lang}-`)) ?? 'en'
}

if (customElements.get(NAME) === undefined) customElements.define(NAME, ConverterElement)
