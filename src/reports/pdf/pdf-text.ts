/** Stands for what a font has no glyph for, in sight of the reader. */
const LACKING = '◊'

type Has = (codePoint: number) => boolean

const characters = new Intl.Segmenter('bg', { granularity: 'grapheme' })

/**
 * The text as a font can draw it. jsPDF leaves out a text from the first character on that its font lacks; here each of
 * these becomes ◊. Joiners and the like, which nobody sees, go.
 */
export function drawable(text: string, has: Has): string {
  if (isDrawable(text, has)) return text
  const whole = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\s--\ufeff]/gv, ' ')
  let drawn = ''
  for (const { segment } of characters.segment(whole)) drawn += drawableCharacter(segment, has)
  return drawn
}

function isDrawable(text: string, has: Has): boolean {
  for (let i = 0; i < text.length; i++)
    if (text.charCodeAt(i) === 0xad || !has(text.charCodeAt(i))) return false
  return true
}

/** A letter keeps its place even where its accent is lacking; a picture of many parts is one that lacks. */
function drawableCharacter(character: string, has: Has): string {
  const seen = character.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  const [first, ...rest] = [...seen].map((part) => part.codePointAt(0) ?? 0)
  if (first === undefined) return ''
  if (!has(first)) return LACKING
  const kept = rest.filter(has)
  return String.fromCodePoint(first, ...kept) + (kept.length < rest.length ? LACKING : '')
}

/** Breaks a text into lines of at most `width`: between words, and inside of a word that is wider than a line. */
export function wrapped(text: string, width: number, widthOf: (text: string) => number): string[] {
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

/** The text on one line of at most `width`, its end cut off where it is longer. */
export function shortened(text: string, width: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= width) return text
  const kept = [...text]
  while (kept.length > 0 && widthOf(`${kept.join('')}…`) > width) kept.pop()
  return `${kept.join('')}…`
}
