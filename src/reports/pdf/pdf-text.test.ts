import { describe, expect, it } from 'vitest'
import { replaceMissingGlyphs, truncateText, wrapText } from './page.ts'

/** A font of small Latin and Cyrillic letters, digits and a few signs. */
const has = (codePoint: number) => /[a-zа-яѝ0-9 .€№◊]/.test(String.fromCodePoint(codePoint))

describe('text for a font', () => {
  it.each([
    ['хляб №1 3 €', 'хляб №1 3 €'],
    ['日本 чай', '◊◊ чай'],
    // One picture of many parts is one that lacks.
    ['чай 👩\u200d👩\u200d👧 и 😀', 'чай ◊ и ◊'],
    // The letter stays where its accent lacks, and is composed where it can be.
    ['а\u0301гне', 'а◊гне'],
    ['и\u0300', 'ѝ'],
    ['бял\u00a0хляб\u2009а', 'бял хляб а'],
    ['а\u00adб\u200b\ufeffв', 'абв'],
    ['\ud83d', '◊'],
    ['', ''],
  ])('CONV-07 · %j is drawn as %j', (text, drawn) => {
    expect(replaceMissingGlyphs(text, has)).toBe(drawn)
  })
})

describe('lines of a width', () => {
  const widthOf = (text: string) => text.length

  it.each([
    ['едно две три', 8, ['едно две', 'три']],
    ['едно', 8, ['едно']],
    ['щщщщщщщщщщ', 4, ['щщщщ', 'щщщщ', 'щщ']],
    ['а щщщщщщ б', 4, ['а', 'щщщщ', 'щщ б']],
    ['', 4, ['']],
  ])('CONV-07 · %j on %i is %j', (text, width, lines) => {
    expect(wrapText(text, width, widthOf)).toEqual(lines)
  })

  it('CONV-07 · a name that is too long for its line ends in …', () => {
    expect(truncateText('ценоразпис', 5, widthOf)).toBe('цено…')
    expect(truncateText('цени', 5, widthOf)).toBe('цени')
  })
})
