import { formatDateTime } from '#i18n/format.ts'
import type { Lang } from '#i18n/language.ts'
import { formatCount, formatRate } from '#money/format.ts'
import { derivedCurrency } from '#pricelist/pairs/price-pair.ts'
import { PRODUCT } from '#product/product.ts'
import { checkFigures } from '#reports/check-summary.ts'
import type { CheckedFile } from '#engine/check/types.ts'
import { m } from '#i18n/messages/messages.js'
import { pathOf } from '../../routing/paths.ts'
import { HUNDREDTHS, dotText, offDots, placeLabels, placeOf } from './strip-layout.ts'
import { outcomeParts } from './verdict.ts'

/** In the units of the drawing; the picture has twice as many pixels. */
const [WIDTH, HEIGHT, SCALE] = [1200, 630, 2] as const
const [LEFT, RIGHT] = [64, WIDTH - 64] as const

/** The colours of the light theme, whatever the device prefers: the picture leaves it. */
const INK = {
  surface: '#fbf9f4',
  raised: '#ffffff',
  ink: '#1d1c18',
  muted: '#5d594f',
  line: '#e3ddd0',
  strong: '#8a8475',
  national: '#14603f',
  euro: '#1c4596',
  error: '#a8202a',
} as const

type Style = { size: number; weight?: 500 | 700 | 800; ink?: keyof typeof INK; align?: CanvasTextAlign }

const fontOf = ({ size, weight = 500 }: Style): string => `${weight} ${size}px Manrope, sans-serif`

export type Picture = {
  readonly checked: CheckedFile
  readonly lang: Lang
  readonly hasName: boolean
  /** Milliseconds since 1970. */
  readonly time: number
}

/** Draws the result of a check: the sentence, the strip and the figures, with the name of the file only if it is wanted. */
export async function drawPicture(canvas: HTMLCanvasElement, picture: Picture): Promise<void> {
  const { checked, lang, hasName } = picture
  const parts = outcomeParts(checked, lang)
  const texts = parts.map(({ text }) => text).join('') + m.check_of({ file: checked.file.name })
  await Promise.all(
    ([500, 700, 800] as const).map((weight) => document.fonts.load(fontOf({ size: 20, weight }), texts)),
  )
  canvas.width = WIDTH * SCALE
  canvas.height = HEIGHT * SCALE
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser cannot draw.')
  const pen = new Pen(context)
  context.scale(SCALE, SCALE)
  pen.box(0, 0, WIDTH, HEIGHT, 'surface')
  drawHead(pen, picture)
  drawSentence(pen, parts, checked.summary.off > 0, hasName ? 229 : 206)
  drawStrip(pen, checked, lang)
  drawFigures(pen, checked, lang)
  drawFoot(pen, lang)
}

class Pen {
  readonly context: CanvasRenderingContext2D

  constructor(context: CanvasRenderingContext2D) {
    this.context = context
  }

  text(text: string, x: number, y: number, style: Style): void {
    this.#use(style)
    this.context.fillText(text, x, y)
  }

  /** Text on a surface, with an edge of it around each letter. */
  labelled(text: string, x: number, y: number, style: Style): void {
    this.#use(style)
    this.context.lineWidth = 6
    this.context.strokeStyle = INK.raised
    this.context.strokeText(text, x, y)
    this.context.fillText(text, x, y)
  }

  widthOf(text: string, style: Style): number {
    this.#use(style)
    return this.context.measureText(text).width
  }

  /** The text, shortened to the width. */
  fitted(text: string, width: number, style: Style): string {
    const letters = [...text]
    if (this.widthOf(text, style) <= width) return text
    while (letters.length > 0 && this.widthOf(`${letters.join('')}…`, style) > width) letters.pop()
    return `${letters.join('')}…`
  }

  box(x: number, y: number, width: number, height: number, ink: keyof typeof INK): void {
    this.context.fillStyle = INK[ink]
    this.context.fillRect(x, y, width, height)
  }

  card(x: number, y: number, width: number, height: number): void {
    const { context } = this
    context.beginPath()
    context.roundRect(x, y, width, height, 16)
    context.fillStyle = INK.raised
    context.fill()
    context.lineWidth = 1.5
    context.strokeStyle = INK.line
    context.stroke()
  }

  line(
    from: readonly [number, number],
    to: readonly [number, number],
    ink: keyof typeof INK,
    dash: number[] = [],
  ) {
    const { context } = this
    context.beginPath()
    context.setLineDash(dash)
    context.moveTo(...from)
    context.lineTo(...to)
    context.lineWidth = 1.5
    context.strokeStyle = INK[ink]
    context.stroke()
    context.setLineDash([])
  }

  dot(x: number, y: number, r: number, ink: keyof typeof INK): void {
    this.context.beginPath()
    this.context.arc(x, y, r, 0, 2 * Math.PI)
    this.context.fillStyle = INK[ink]
    this.context.fill()
  }

  #use(style: Style): void {
    this.context.font = fontOf(style)
    this.context.fillStyle = INK[style.ink ?? 'ink']
    this.context.textAlign = style.align ?? 'left'
  }
}

function drawHead(pen: Pen, { checked, lang, hasName, time }: Picture): void {
  const brand = { size: 36, weight: 800, ink: 'national' } as const
  const lev = m.brand_lev()
  pen.text(lev, LEFT, 84, brand)
  pen.text(m.brand_euro(), LEFT + pen.widthOf(lev, brand), 84, { ...brand, ink: 'euro' })
  const date = formatDateTime(time, lang, { dateStyle: 'long' })
  pen.text(m.check_picture_date({ date }), RIGHT, 82, { size: 24, ink: 'muted', align: 'right' })
  if (!hasName) return
  const style = { size: 26, ink: 'muted' } as const
  pen.text(pen.fitted(m.check_of({ file: checked.file.name }), RIGHT - LEFT, style), LEFT, 136, style)
}

function drawSentence(pen: Pen, parts: ReturnType<typeof outcomeParts>, isOff: boolean, y: number): void {
  const styleOf = (isNumber: boolean, scale: number): Style => ({
    size: (isNumber ? 92 : 56) * scale,
    weight: 800,
    ink: isNumber && isOff ? 'error' : 'ink',
  })
  const widthAt = (scale: number) =>
    parts.reduce((sum, { text, isNumber }) => sum + pen.widthOf(text, styleOf(isNumber, scale)), 0)
  const scale = Math.min(1, (RIGHT - LEFT) / widthAt(1))
  let x: number = LEFT
  for (const { text, isNumber } of parts) {
    const style = styleOf(isNumber, scale)
    pen.text(text, x, y, style)
    x += pen.widthOf(text, style)
  }
}

const CARD = { top: 256, height: 224 } as const
const CENTRE = CARD.top + CARD.height / 2
const REACH = 74
const [STRIP_LEFT, STRIP_RIGHT] = [LEFT + 150, RIGHT - 40] as const

function drawStrip(pen: Pen, { strip, direction }: CheckedFile, lang: Lang): void {
  pen.card(LEFT, CARD.top, RIGHT - LEFT, CARD.height)
  const width = STRIP_RIGHT - STRIP_LEFT
  const currency = derivedCurrency(direction)
  const axis = { size: 20, ink: 'muted', align: 'right' } as const
  const edge = HUNDREDTHS[currency]
  const n = formatCount(strip.edge, lang)
  for (const [y, text] of [
    [-REACH, edge({ n: `+${n}` })],
    [0, m.check_axis_exact()],
    [REACH, edge({ n: `−${n}` })],
  ] as const) {
    pen.text(text, STRIP_LEFT - 20, CENTRE + y + 7, axis)
    const dash = y === 0 ? [] : [2, 6]
    pen.line([STRIP_LEFT, CENTRE + y], [STRIP_RIGHT, CENTRE + y], y === 0 ? 'strong' : 'line', dash)
  }
  const radius = strip.dots.length <= 60 ? 5 : strip.dots.length <= 120 ? 3.5 : 2
  for (const [i, dot] of strip.dots.entries())
    if (dot.off === 0) pen.dot(STRIP_LEFT + placeOf(i, strip) * width, CENTRE, radius, 'muted')
  const off = offDots(strip)
  for (const { x, y } of off) {
    const at = STRIP_LEFT + x * width
    pen.line([at, CENTRE], [at, CENTRE - y * REACH], 'error')
    pen.dot(at, CENTRE - y * REACH, 9, 'error')
  }
  const texts = off.map(({ difference }) => dotText(difference, lang))
  const places = placeLabels(off, texts, { width, reach: REACH, dot: 9, letter: 22 })
  for (const [i, { x, y, anchor }] of places) {
    const align = anchor === 'middle' ? 'center' : anchor === 'end' ? 'right' : 'left'
    const style = { size: 22, weight: 700, ink: 'error', align } as const
    pen.labelled(texts[i] ?? '', STRIP_LEFT + x, CENTRE + y, style)
  }
}

const MAX_FIGURES = 5

/** The first figure, of the checked pairs, is in the sentence. */
function drawFigures(pen: Pen, checked: CheckedFile, lang: Lang): void {
  const figures = checkFigures(checked.summary, checked.direction, lang).slice(0, MAX_FIGURES + 1)
  const shown = figures.length > 3 ? figures.slice(1) : figures
  const labelStyle = { size: 20, ink: 'muted' } as const
  const textStyle = { size: 30, weight: 700 } as const
  const widths = shown.map(({ label, text }) =>
    Math.max(pen.widthOf(label, labelStyle), pen.widthOf(text, textStyle)),
  )
  const whole = widths.reduce((sum, width) => sum + width, 0)
  const gap = Math.min(72, (RIGHT - LEFT - whole) / Math.max(1, shown.length - 1))
  let x: number = LEFT
  for (const [i, { label, text, isWrong }] of shown.entries()) {
    pen.text(label, x, 520, labelStyle)
    pen.text(text, x, 555, { ...textStyle, ink: isWrong ? 'error' : 'ink' })
    x += (widths[i] ?? 0) + gap
  }
}

function drawFoot(pen: Pen, lang: Lang): void {
  const style = { size: 20, ink: 'muted' } as const
  pen.text(m.check_picture_rule({ rate: formatRate(lang) }), LEFT, 602, style)
  const address = new URL(PRODUCT.origin).host + pathOf('check', lang)
  pen.text(address, RIGHT, 602, { ...style, align: 'right', weight: 700 })
}
