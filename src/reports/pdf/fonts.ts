import type { jsPDF } from 'jspdf'
import { LANGUAGES, type Lang } from '#i18n/language.ts'
import { singleSubstitutions } from './open-type.ts'
import regular from '@expo-google-fonts/manrope/400Regular/Manrope_400Regular.ttf?url'
import emoji from '@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf?url'
import bold from '@expo-google-fonts/manrope/700Bold/Manrope_700Bold.ttf?url'

export type Weight = 'normal' | 'bold'

export type FontFiles = {
  readonly regular: Uint8Array
  readonly bold: Uint8Array
  /** Where a text has emoji. */
  readonly emoji?: Uint8Array
}

const FAMILY = 'Manrope'

/** The used part of jsPDF's font metadata, which its types leave open. */
type Metadata = {
  cmap: { unicode: { codeMap: Record<number, number | undefined> } }
  widthOfGlyph(glyph: number): number
}

type WithEscape = { pdfEscape16(text: string, font: unknown): string }

/** A font added to a document. */
export class PdfFont {
  /** Resource name on every page. */
  readonly resource: string
  #encode: (character: string) => string
  #glyphs = new Map<number, string>()
  #metadata: Metadata
  #widths = new Map<number, number>()

  constructor(doc: jsPDF, file: Uint8Array, weight: Weight, lang: Lang) {
    const name = `${FAMILY}-${weight}.ttf`
    doc.addFileToVFS(name, binaryText(file))
    doc.addFont(name, FAMILY, weight, 'Identity-H')
    doc.setFont(FAMILY, weight)
    const font = doc.getFont()
    this.resource = String(font.id)
    this.#metadata = font.metadata as Metadata
    this.#encode = (character) => (doc as unknown as WithEscape).pdfEscape16(character, font)
    this.#setLetterforms(file, lang)
    // jsPDF leaves out a font that its own `text` has not used.
    doc.text(' ', 0, 0)
  }

  /** Tabular figures, so that amounts align, and the letterforms of the language, as on the page. */
  #setLetterforms(file: Uint8Array, lang: Lang): void {
    const { codeMap } = this.#metadata.cmap.unicode
    const others = singleSubstitutions(file, ['tnum', 'locl'], LANGUAGES[lang].openType)
    for (const [code, glyph] of Object.entries(codeMap)) {
      const other = glyph === undefined ? undefined : others.get(glyph)
      if (other !== undefined) codeMap[Number(code)] = other
    }
  }

  has = (codePoint: number): boolean => Boolean(this.#metadata.cmap.unicode.codeMap[codePoint])

  /**
   * A text as hexadecimal glyph ids; the font must have all its characters. jsPDF encodes each character once, which also
   * adds it to the embedded subset; encoding each text would take three times as long.
   */
  glyphsOf(text: string): string {
    let glyphs = ''
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      let glyph = this.#glyphs.get(code)
      if (glyph === undefined) this.#glyphs.set(code, (glyph = this.#encode(String.fromCharCode(code))))
      glyphs += glyph
    }
    return glyphs
  }

  /** Width at size 1; the font must have all characters. */
  widthOf(text: string): number {
    let width = 0
    for (let i = 0; i < text.length; i++) width += this.#widthOfCode(text.charCodeAt(i))
    return width
  }

  #widthOfCode(code: number): number {
    const known = this.#widths.get(code)
    if (known !== undefined) return known
    const glyph = this.#metadata.cmap.unicode.codeMap[code] ?? 0
    const width = this.#metadata.widthOfGlyph(glyph) / 1000
    this.#widths.set(code, width)
    return width
  }
}

/** Bytes as a binary string, one character each, as jsPDF takes files. */
export function binaryText(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192))
  return text
}

/** The product's typeface as TrueType, which a PDF can embed; the pages use WOFF2. */
export async function loadPdfFonts(hasEmoji: boolean): Promise<FontFiles> {
  const [regularFile, boldFile, emojiFile] = await Promise.all([
    bytesOf(regular),
    bytesOf(bold),
    hasEmoji ? bytesOf(emoji) : undefined,
  ])
  return { regular: regularFile, bold: boldFile, ...(emojiFile && { emoji: emojiFile }) }
}

async function bytesOf(url: string): Promise<Uint8Array> {
  const reply = await fetch(url)
  if (!reply.ok) throw new Error(`The font could not be loaded: HTTP ${reply.status}`)
  return new Uint8Array(await reply.arrayBuffer())
}
