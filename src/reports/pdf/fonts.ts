import type { jsPDF } from 'jspdf'
import type { Lang } from '#i18n/language.ts'
import { singleSubstitutions } from './open-type.ts'
import regular from '@expo-google-fonts/manrope/400Regular/Manrope_400Regular.ttf?url'
import bold from '@expo-google-fonts/manrope/700Bold/Manrope_700Bold.ttf?url'

export type Weight = 'normal' | 'bold'

export type FontFiles = { readonly regular: Uint8Array; readonly bold: Uint8Array }

const FAMILY = 'Manrope'

/** What jsPDF knows of a TrueType font, as far as it is used here; its own types leave it open. */
type Metadata = {
  cmap: { unicode: { codeMap: Record<number, number | undefined> } }
  widthOfGlyph(glyph: number): number
}

type WithEscape = { pdfEscape16(text: string, font: unknown): string }

/** A font as it was given to a document. */
export class PdfFont {
  /** Its name among the resources of every page. */
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
    // A font that jsPDF itself has drawn nothing with is left out of the document.
    doc.text(' ', 0, 0)
  }

  /** Figures of one width, so that amounts stand under each other; in Bulgarian the Bulgarian letters, as on the page. */
  #setLetterforms(file: Uint8Array, lang: Lang): void {
    const { codeMap } = this.#metadata.cmap.unicode
    const place = lang === 'bg' ? { script: 'cyrl', language: 'BGR ' } : { script: 'latn' }
    const others = singleSubstitutions(file, ['tnum', 'locl'], place)
    for (const [code, glyph] of Object.entries(codeMap)) {
      const other = glyph === undefined ? undefined : others.get(glyph)
      if (other !== undefined) codeMap[Number(code)] = other
    }
  }

  has = (codePoint: number): boolean => Boolean(this.#metadata.cmap.unicode.codeMap[codePoint])

  /**
   * A text that the font has, as hexadecimal glyphs. jsPDF is asked once for each character, and notes it for the part of
   * the font that the document carries; asked for each text, it takes three times as long and notes every letter anew.
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

  /** Width of a text that the font has, at size 1. */
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

/** Bytes as jsPDF takes a file: one character each. */
function binaryText(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192))
  return text
}

/** The product's typeface as TrueType, which a PDF can carry; the pages have it as WOFF2. */
export async function loadPdfFonts(): Promise<FontFiles> {
  const [regularFile, boldFile] = await Promise.all([bytesOf(regular), bytesOf(bold)])
  return { regular: regularFile, bold: boldFile }
}

async function bytesOf(url: string): Promise<Uint8Array> {
  const reply = await fetch(url)
  if (!reply.ok) throw new Error(`The font was answered with ${reply.status}.`)
  return new Uint8Array(await reply.arrayBuffer())
}
