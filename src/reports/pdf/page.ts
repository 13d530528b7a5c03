import { jsPDF } from 'jspdf'
import type { Lang } from '#i18n/language.ts'
import { PRODUCT } from '#product/product.ts'
import { type FontFiles, PdfFont, type Weight } from './fonts.ts'
import { drawable } from './pdf-text.ts'

/** The colours of the light theme, as PDF writes them; each is told apart in grey as well. */
const INK = {
  ink: colour('1d1c18'),
  muted: colour('5d594f'),
  line: colour('c9c2b4'),
  lev: colour('14603f'),
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
 * Draws on the pages of one document, in points from the upper left corner. Writes the operators of PDF itself: of a row,
 * jsPDF would make ten calls, each with settings that stay the same.
 */
export class PdfPen {
  readonly doc: jsPDF
  #fonts: Record<Weight, PdfFont>
  #height: number

  constructor(fonts: FontFiles, lang: Lang) {
    this.doc = new jsPDF({ unit: 'pt', format: 'a4', compress: true, putOnlyUsedFonts: true })
    this.#height = this.doc.internal.pageSize.getHeight()
    this.#fonts = {
      normal: new PdfFont(this.doc, fonts.regular, 'normal', lang),
      bold: new PdfFont(this.doc, fonts.bold, 'bold', lang),
    }
  }

  /** What the document says of itself. */
  describe(title: string, about: string, lang: Lang): void {
    const creator = PRODUCT.name[lang]
    this.doc.setProperties({ title: `${title} – ${about}`, subject: title, author: creator, creator })
    this.doc.setLanguage(lang === 'bg' ? 'bg' : 'en-GB')
    this.doc.viewerPreferences({ DisplayDocTitle: true })
  }

  /** The text with what the font lacks made visible; to be asked once, before it is measured and drawn. */
  drawable = (text: string): string => drawable(text, this.#fonts.normal.has)

  widthOf = (text: string, { size, weight = 'normal' }: Style): number =>
    this.#fonts[weight].widthOf(text) * size

  /** `y` is the line that the letters stand on. */
  text(text: string, x: number, y: number, style: Style): void {
    if (text === '') return
    const { size, weight = 'normal', ink = 'ink' } = style
    const font = this.#fonts[weight]
    const left = style.align === 'right' ? x - this.widthOf(text, style) : x
    const place = `${round(left)} ${round(this.#height - y)} Td`
    this.#write(`BT /${font.resource} ${size} Tf ${INK[ink]} rg ${place} <${font.glyphsOf(text)}> Tj ET`)
  }

  line(from: number, to: number, y: number, width: number, ink: Ink): void {
    const height = round(this.#height - y)
    this.#write(`${width} w ${INK[ink]} RG ${from} ${height} m ${to} ${height} l S`)
  }

  /** The whole document; `onProgress` hears how much of it is packed, 0 to 1. */
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
