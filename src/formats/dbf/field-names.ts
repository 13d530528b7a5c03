import type { Currency } from '#money/currency.ts'
import { translateTitle, withoutHundredths } from '#writeback/price-titles.ts'
import type { Encoder } from '../bytes/encoder.ts'
import { NAME_BYTES } from './header.ts'

/** Letters, digits and underscores, and no digit first. */
const NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u

/** Names of new and renamed fields: of at most ten bytes, and each unlike all others. */
export class FieldNames {
  readonly #encoder: Encoder
  readonly #used: Set<string>

  constructor(names: readonly string[], encoder: Encoder) {
    this.#encoder = encoder
    this.#used = new Set(names.map((name) => name.toUpperCase()))
  }

  /** The name of a new field with prices in a currency: `CENA_BGN` has `CENA_EUR` beside it, and `CENA` too. */
  added(name: string, currency: Currency): string {
    const source = withoutHundredths(name)
    const code = /\p{Lu}/u.test(source) ? currency : currency.toLowerCase()
    const translated = translateTitle(source, currency)
    return translated !== undefined && this.#isName(translated)
      ? this.#unlike(translated, '')
      : this.#unlike(source, `_${code}`)
  }

  /** The name of a field whose prices are now in this currency; undefined where it names none and is kept. */
  renamed(name: string, currency: Currency): string | undefined {
    if (translateTitle(name, currency) === undefined) return undefined
    this.#used.delete(name.toUpperCase())
    return this.added(name, currency)
  }

  #unlike(start: string, end: string): string {
    for (let n = 1; ; n++) {
      const name = this.#shortened(start, n === 1 ? end : end + n)
      if (this.#used.has(name.toUpperCase())) continue
      this.#used.add(name.toUpperCase())
      return name
    }
  }

  #shortened(start: string, end: string): string {
    const letters = Array.from(start)
    while (this.#encoder.encode(letters.join('') + end).length > NAME_BYTES) letters.pop()
    // One underscore is enough.
    return (end === '' ? letters.join('') : letters.join('').replace(/_+$/, '')) + end
  }

  #isName(name: string): boolean {
    return NAME.test(name) && this.#encoder.canWrite(name) && this.#encoder.encode(name).length <= NAME_BYTES
  }
}
