import { jsPDF } from 'jspdf'
import { DEFAULT_LANG, LANGUAGES, type Lang } from '#i18n/language.ts'
import { PRODUCT } from '#product/product.ts'
import { type DrawnEmoji, EmojiFont, isEmoji, utf16Hex } from './emoji.ts'
import { type FontFiles, PdfFont, type Weight, binaryText } from './fonts.ts'

/** Replaces characters that the font has no glyph for. */
const MISSING_GLYPH = '◊'

/** Characters that no text has. */
const PRIVATE_USE = { first: 0xe000, last: 0xf8ff } as const

type Has = (codePoint: number) => boolean

const characters = new Intl.Segmenter(DEFAULT_LANG, { granularity: 'grapheme' })

/**
 * Replaces characters that the font lacks by ◊: jsPDF would cut the text off at the first one. Invisible characters such as
 * joiners are removed.
 * @param emojiOf the character that stands for an emoji, where there is a face for it
 */
export function replaceMissingGlyphs(
  text: string,
  has: Has,
  emojiOf: (text: string) => string | undefined = () => undefined,
): string {
  if (isDrawable(text, has)) return text
  const whole = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\s--\ufeff]/gv, ' ')
  let drawn = ''
  for (const { segment } of characters.segment(whole))
    drawn += (isEmoji(segment) && emojiOf(segment)) || drawableCharacter(segment, has)
  return drawn
}

function isDrawable(text: string, has: Has): boolean {
  for (let i = 0; i < text.length; i++)
    if (text.charCodeAt(i) === 0xad || !has(text.charCodeAt(i))) return false
  return true
}

/** Keeps a base letter whose accent is missing; an emoji of several parts becomes one ◊. */
function drawableCharacter(character: string, has: Has): string {
  const seen = character.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  const [first, ...rest] = [...seen].map((part) => part.codePointAt(0) ?? 0)
  if (first === undefined) return ''
  if (!has(first)) return MISSING_GLYPH
  const kept = rest.filter(has)
  return String.fromCodePoint(first, ...kept) + (kept.length < rest.length ? MISSING_GLYPH : '')
}

/** Breaks a text into lines of at most `width`: between words, and inside a word that is wider than a line. */
export function wrapText(text: string, width: number, widthOf: (text: string) => number): string[] {
  if (widthOf(text) <= width) return [text]
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (widthOf(longer) <= width) line = longer
    else {
      if (line !== '') lines.push(line)
      const [last = '', ...full] = brokenWord(word, width, widthOf).toReversed()
      lines.push(...full.toReversed())
      line = last
    }
  }
  return [...lines, line]
}

function brokenWord(word: string, width: number, widthOf: (text: string) => number): string[] {
  const parts = ['']
  for (const character of word) {
    const longer = parts.at(-1) + character
    if (longer !== character && widthOf(longer) > width) parts.push(character)
    else parts[parts.length - 1] = longer
  }
  return parts
}

/** The text on one line of at most `width`, with … where it is cut off. */
export function truncateText(text: string, width: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= width) return text
  const kept = [...text]
  while (kept.length > 0 && widthOf(`${kept.join('')}…`) > width) kept.pop()
  return `${kept.join('')}…`
}

/** Colours of the light theme as PDF operands; distinguishable in greyscale too. */
const INK = {
  ink: colour('1d1c18'),
  muted: colour('5d594f'),
  line: colour('c9c2b4'),
  national: colour('14603f'),
  euro: colour('1c4596'),
  invalid: colour('a8202a'),
}

type Ink = keyof typeof INK

export type Style = {
  readonly size: number
  readonly weight?: Weight
  readonly ink?: Ink
  readonly align?: 'left' | 'right'
}

/**
 * Draws on the pages of one document, in points from the upper left corner. Writes PDF operators directly: jsPDF would need
 * ten calls a row, most of them to repeat settings.
 */
export class PdfPage {
  readonly doc: jsPDF
  #fonts: Record<Weight, PdfFont>
  #emojiFont: EmojiFont | undefined
  /** By the character that stands for it in a text: one of private use that the face lacks. */
  readonly #emoji = new Map<string, DrawnEmoji>()
  readonly #emojiCharacters = new Map<string, string>()
  #height: number

  constructor(fonts: FontFiles, lang: Lang) {
    this.doc = new jsPDF({ unit: 'pt', format: 'a4', compress: true, putOnlyUsedFonts: true })
    this.#height = this.doc.internal.pageSize.getHeight()
    this.#fonts = {
      normal: new PdfFont(this.doc, fonts.regular, 'normal', lang),
      bold: new PdfFont(this.doc, fonts.bold, 'bold', lang),
    }
    this.#emojiFont = fonts.emoji && new EmojiFont(this.doc, fonts.emoji, binaryText)
  }

  /** Sets the document properties. */
  describe(title: string, about: string, lang: Lang): void {
    const creator = PRODUCT.name[lang]
    this.doc.setProperties({ title: `${title} – ${about}`, subject: title, author: creator, creator })
    // jsPDF ignores a tag that is not in its list: it has `bg` and `en-GB`, but no `bg-BG`.
    for (const tag of [lang, LANGUAGES[lang].tag])
      this.doc.setLanguage(tag as Parameters<jsPDF['setLanguage']>[0])
    this.doc.viewerPreferences({ DisplayDocTitle: true })
  }

  /** The text with missing glyphs replaced; call it once, before measuring and drawing. */
  drawable = (text: string): string => replaceMissingGlyphs(text, this.#fonts.normal.has, this.#characterOf)

  #characterOf = (text: string): string | undefined => {
    const known = this.#emojiCharacters.get(text)
    if (known !== undefined) return known
    const emoji = this.#emojiFont?.draw(text)
    let code: number = PRIVATE_USE.first
    while (this.#fonts.normal.has(code) || this.#emoji.has(String.fromCharCode(code))) code++
    if (emoji === undefined || code > PRIVATE_USE.last) return undefined
    const character = String.fromCharCode(code)
    this.#emoji.set(character, emoji)
    this.#emojiCharacters.set(text, character)
    return character
  }

  widthOf = (text: string, { size, weight = 'normal' }: Style): number =>
    this.#partsOf(text).reduce(
      (width, part) =>
        width + (typeof part === 'string' ? this.#fonts[weight].widthOf(part) : part.width) * size,
      0,
    )

  /** Text and emoji in turns. */
  #partsOf(text: string): readonly (string | DrawnEmoji)[] {
    if (this.#emoji.size === 0) return [text]
    const parts: (string | DrawnEmoji)[] = []
    let from = 0
    for (let i = 0; i < text.length; i++) {
      const emoji = this.#emoji.get(text[i]!)
      if (emoji === undefined) continue
      if (i > from) parts.push(text.slice(from, i))
      parts.push(emoji)
      from = i + 1
    }
    if (from < text.length) parts.push(text.slice(from))
    return parts
  }

  /** @param y baseline */
  text(text: string, x: number, y: number, style: Style): void {
    if (text === '') return
    const { size, weight = 'normal', ink = 'ink' } = style
    const font = this.#fonts[weight]
    let left = style.align === 'right' ? x - this.widthOf(text, style) : x
    for (const part of this.#partsOf(text)) {
      const place = `${round(left)} ${round(this.#height - y)} Td`
      const [resource, glyphs] =
        typeof part === 'string'
          ? [font.resource, font.glyphsOf(part)]
          : [this.#emojiFont?.resource ?? '', part.glyph]
      const drawn = `BT /${resource} ${size} Tf ${INK[ink]} rg ${place} <${glyphs}> Tj ET`
      if (typeof part === 'string') {
        this.#write(drawn)
        left += font.widthOf(part) * size
      } else {
        // Selecting and searching find the emoji itself.
        this.#write(`/Span <</ActualText <feff${utf16Hex(part.text)}>>> BDC ${drawn} EMC`)
        left += part.width * size
      }
    }
  }

  line(from: number, to: number, y: number, width: number, ink: Ink): void {
    const height = round(this.#height - y)
    this.#write(`${width} w ${INK[ink]} RG ${from} ${height} m ${to} ${height} l S`)
  }

  /**
   * The document.
   * @param onProgress share of the pages that are compressed, 0 to 1
   */
  finish(onProgress: (done: number) => void): ArrayBuffer {
    const pages = this.doc.getNumberOfPages()
    const onPage = ({ pageNumber }: { pageNumber: number }) => onProgress(pageNumber / pages)
    this.doc.internal.events.subscribe('putPage', onPage)
    return this.doc.output('arraybuffer')
  }

  #write(operators: string): void {
    const page = this.doc.internal as unknown as { write(operators: string): void }
    page.write(operators)
  }
}

const round = (points: number): number => Math.round(points * 100) / 100

function colour(hex: string): string {
  const parts = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  return parts.map((part) => part.toFixed(3)).join(' ')
}

/** Text area of A4 portrait, in points. */
export const PAGE = { left: 45, right: 550.28, top: 46, bottom: 782 } as const
