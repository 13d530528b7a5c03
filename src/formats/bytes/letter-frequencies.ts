/**
 * How well a text reads as Bulgarian: the mean worth of its letters beyond ASCII. Used to tell five encodings apart that
 * all give some Cyrillic letters for the same bytes.
 */
export function bulgarianScore(text: string): number {
  let score = 0
  let letters = 0
  let previous: LetterCase = 'none'
  for (const char of text) {
    const code = char.charCodeAt(0)
    if (code < 0x80) {
      previous = code >= 0x61 && code <= 0x7a ? 'small' : 'none'
      continue
    }
    letters++
    const now = caseOf(code)
    score += worthOf(char, code)
    if (now === 'capital' && previous === 'small') score -= CAPITAL_AFTER_SMALL
    previous = now
  }
  return letters === 0 ? 0 : (score + lettersOfKnownWords(text) * KNOWN_WORD) / letters
}

/** Words of nearly every price list. In a list of a few rows they tell more than how often a letter stands in it. */
const KNOWN_WORDS =
  /(?<!\p{L})(?:цена|цени|лв|лева|евро|име|наименование|стока|артикул|продукт|продукти|описание|валута|код|ддс|бр|кг|гр|мл)(?!\p{L})/giu
const KNOWN_WORD = 4

const lettersOfKnownWords = (text: string): number =>
  Array.from(text.matchAll(KNOWN_WORDS)).reduce((sum, [word]) => sum + word.length, 0)

type LetterCase = 'small' | 'capital' | 'none'

/** Letters of running Bulgarian text in tenths of a percent. */
const PER_MILLE: Readonly<Record<string, number>> = {
  а: 117,
  и: 89,
  о: 87,
  е: 85,
  т: 74,
  н: 73,
  р: 52,
  с: 49,
  в: 42,
  л: 33,
  к: 34,
  д: 33,
  п: 28,
  м: 24,
  з: 22,
  я: 20,
  г: 16,
  ъ: 17,
  б: 15,
  у: 14,
  ч: 14,
  ж: 8,
  щ: 6,
  ц: 8,
  х: 6,
  ш: 5,
  й: 8,
  ю: 3,
  ф: 3,
  ь: 1,
}

/** Signs that price lists have beside letters. */
const SIGNS = '№€«»„“”‘’–—…°±§©®™×½¼¾²³ \u00a0'

const CAPITAL_AFTER_SMALL = 6
const FOREIGN_LETTER = -6
const OTHER_SIGN = -8

function caseOf(code: number): LetterCase {
  if (code >= 0x430 && code <= 0x45f) return 'small'
  return code >= 0x400 && code <= 0x42f ? 'capital' : 'none'
}

function worthOf(char: string, code: number): number {
  const perMille = PER_MILLE[char.toLowerCase()]
  // Capitals are rarer than small letters: a text of nothing but capitals is right in the encoding where they are
  // frequent letters, wrong where small ones would be.
  if (perMille !== undefined) return Math.log2(perMille) - (code < 0x430 ? 0.5 : 0)
  if (SIGNS.includes(char)) return 0
  return code >= 0x400 && code <= 0x45f ? FOREIGN_LETTER : OTHER_SIGN
}
