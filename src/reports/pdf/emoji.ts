import type { jsPDF } from 'jspdf'
import type { ReportSummary, ResultRow } from '../types.ts'
import { type Ligatures, glyphsByCodePoint, ligatures } from './open-type.ts'

/** Part of every emoji that the text face lacks: a picture, a flag, a keycap, or the mark that asks for the picture. */
const EMOJI = /\p{Emoji_Presentation}|\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u

export const isEmoji = (character: string): boolean => EMOJI.test(character)

/** Whether a report of these rows needs the face with emoji. */
export const hasEmoji = (rows: readonly ResultRow[], { filename, priceColumns }: ReportSummary): boolean =>
  isEmoji(filename ?? '') ||
  priceColumns.some(({ title }) => isEmoji(title)) ||
  rows.some(({ name, fullName = name, originalPrice }) => isEmoji(fullName) || isEmoji(originalPrice))

const FAMILY = 'NotoEmoji'
const VARIATION_SELECTORS = /[\ufe0e\ufe0f]/g
/** What a reader shows that does not know `ActualText`. */
const FALLBACK = 0x25ca

type Metadata = {
  Unicode: { widths: (number | number[])[] }
  glyIdsUsed: number[]
  toUnicode: Record<number, number>
  widthOfGlyph(glyph: number): number
}

/** One emoji as it is drawn: its glyph in hexadecimal, its width at size 1, and its text. */
export type DrawnEmoji = { readonly glyph: string; readonly width: number; readonly text: string }

/** A face of outlined emoji, added to a document. jsPDF does not know characters beyond U+FFFF: glyphs are written as such. */
export class EmojiFont {
  /** Resource name on every page. */
  readonly resource: string
  readonly #metadata: Metadata
  readonly #glyphs: ReadonlyMap<number, number>
  readonly #ligatures: Ligatures

  constructor(doc: jsPDF, file: Uint8Array, toBinaryText: (bytes: Uint8Array) => string) {
    const name = `${FAMILY}.ttf`
    doc.addFileToVFS(name, toBinaryText(file))
    doc.addFont(name, FAMILY, 'normal', 'Identity-H')
    doc.setFont(FAMILY, 'normal')
    const font = doc.getFont()
    this.resource = String(font.id)
    this.#metadata = font.metadata as Metadata
    this.#glyphs = glyphsByCodePoint(file)
    this.#ligatures = ligatures(file, ['ccmp', 'liga', 'rlig'], { script: 'DFLT' })
    // jsPDF leaves out a font that its own `text` has not used.
    doc.text(' ', 0, 0)
  }

  /** The glyph of a whole emoji; of one of several parts that has none, that of its first part. */
  draw(text: string): DrawnEmoji | undefined {
    const parts = [...text.replace(VARIATION_SELECTORS, '')].map(
      (part) => this.#glyphs.get(part.codePointAt(0) ?? 0) ?? 0,
    )
    const [first, ...rest] = parts
    if (!first) return undefined
    const whole = this.#ligatures[first]?.find(
      (one) => one.rest.length === rest.length && one.rest.every((glyph, i) => glyph === rest[i]),
    )
    const glyph = whole?.glyph ?? first
    const { glyIdsUsed, toUnicode, Unicode } = this.#metadata
    const width = Math.trunc(this.#metadata.widthOfGlyph(glyph))
    if (!glyIdsUsed.includes(glyph)) {
      glyIdsUsed.push(glyph)
      toUnicode[glyph] = FALLBACK
      Unicode.widths.push(glyph, [width])
    }
    return { glyph: glyph.toString(16).padStart(4, '0'), width: width / 1000, text }
  }
}

/** A text string of a PDF: UTF-16 in hexadecimal. */
export const utf16Hex = (text: string): string =>
  Array.from({ length: text.length }, (_, i) => text.charCodeAt(i).toString(16).padStart(4, '0')).join('')
