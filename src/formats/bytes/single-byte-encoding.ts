import type { Encoding } from '#table/text-source.ts'
import { createDecoder } from './decoder.ts'

/**
 * How likely words without ASCII characters are Bulgarian. It decides between six encodings that all have Cyrillic letters for
 * the same bytes.
 */
function bulgarianScore(words: string): number {
  const text = ` ${words}`.replaceAll(FRAMES, '')
  let score = countKnownWordLetters(text) * KNOWN_WORD_SCORE
  let previous: LetterCase = 'none'
  for (const char of text) {
    const code = char.charCodeAt(0)
    const now = letterCase(code)
    score += letterScore(char, code)
    if (now === 'capital' && previous === 'small') score -= MIXED_CASE_PENALTY
    previous = now
  }
  return score
}

/** Words of nearly every price list. In a list of a few rows they decide more than letter frequencies. */
const KNOWN_WORDS =
  /(?<!\p{L})(?:цена|цени|лв|лева|евро|име|наименование|стока|артикул|продукт|продукти|описание|валута|код|ддс|бр|кг|гр|мл)(?!\p{L})/giu
const KNOWN_WORD_SCORE = 4

const countKnownWordLetters = (text: string): number =>
  Array.from(text.matchAll(KNOWN_WORDS)).reduce((sum, [word]) => sum + word.length, 0)

type LetterCase = 'small' | 'capital' | 'none'

/** Letter frequencies of Bulgarian text, per mille. */
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

/** Symbols of price lists. */
const SYMBOLS = '№€«»„“”‘’–—…°±§©®™×½¼¾²³ \u00a0'

/** Words of lines that DOS programs print around columns. Hardly any joins a single line and a double one. */
const FRAMES = /(?<= )[─│┌┐└┘├┤┬┴┼═║╔╗╚╝╠╣╦╩╬]+(?= )/g

const MIXED_CASE_PENALTY = 6
const FOREIGN_LETTER = -6
const OTHER_SIGN = -8

function letterCase(code: number): LetterCase {
  if (code >= 0x430 && code <= 0x45f) return 'small'
  return code >= 0x400 && code <= 0x42f ? 'capital' : 'none'
}

function letterScore(char: string, code: number): number {
  const perMille = PER_MILLE[char.toLowerCase()]
  // Capitals score less than small letters, so that a text in capitals only is decided by frequent capitals.
  if (perMille !== undefined) return Math.log2(perMille) - (code < 0x430 ? 0.5 : 0)
  if (SYMBOLS.includes(char)) return 0
  return code >= 0x400 && code <= 0x45f ? FOREIGN_LETTER : OTHER_SIGN
}

const SAMPLE_BYTES = 64 * 1024

/**
 * In the order that decides a tie. Capitals and 'а' to 'п' are the same bytes in MIK and ibm866: Bulgarian programs wrote MIK,
 * and new letters are written in it.
 */
const CYRILLIC = ['windows-1251', 'mik', 'ibm866', 'x-mac-cyrillic', 'koi8-r', 'iso-8859-5'] as const

/** Enough non-ASCII bytes to decide between six encodings. */
const SAMPLE_LETTERS = 8000

/** The share of Cyrillic among the bytes of non-ASCII words, from which a text is Cyrillic. */
const CYRILLIC_SHARE = 0.3

/**
 * Detects Windows-1252 or one of the Cyrillic encodings. Cyrillic words have no ASCII bytes, Western words have both; symbols
 * (`€`, `№`, `°`, quotes) decide only where there are no words.
 */
export function detectSingleByte(bytes: Uint8Array): Encoding {
  const sample = countWords(sampleNonAscii(bytes))
  // Titles can be ASCII, and the first Cyrillic word far after the first symbol.
  const words = areAny(sample) ? sample : countWords(bytes)
  const { cyrillic, western, distinct } = words
  if (!areAny(words)) return encodingBySymbols(words)
  if (cyrillic < CYRILLIC_SHARE * (cyrillic + western)) return 'windows-1252'
  // In small letters windows-1251 and x-mac-cyrillic differ only in the euro sign.
  const isMac = words.hasEuroOfMac && words.signs1251 === 0
  const ordered = isMac ? (['x-mac-cyrillic', ...CYRILLIC] as const) : CYRILLIC
  return ordered
    .filter((encoding) => encoding !== 'x-mac-cyrillic' || isMac || hasLettersOfMac(distinct))
    .map((encoding) => ({ encoding, score: bulgarianScore(createDecoder(encoding).decode(distinct)) }))
    .reduce((best, one) => (one.score > best.score ? one : best)).encoding
}

/** `А` to `Я` in x-mac-cyrillic, and its 'я', which in windows-1251 is 'Я': at the start of a word it can be either. */
const CAPITALS_OF_MAC = { from: 0x80, to: 0x9f }
const LAST_LETTER_OF_MAC = 0xdf

/** Whether words have letters that windows-1251 has not in their place: all others are the same in both. */
const hasLettersOfMac = (words: Uint8Array): boolean =>
  words.some(
    (byte, i) =>
      (byte >= CAPITALS_OF_MAC.from && byte <= CAPITALS_OF_MAC.to) ||
      (byte === LAST_LETTER_OF_MAC && i > 0 && words[i - 1] !== 0x20),
  )

const areAny = ({ cyrillic, western }: Words): boolean => cyrillic + western > 0

/** Whether the sample that decides the encoding has words, and not only symbols. */
export const hasWords = (bytes: Uint8Array): boolean => areAny(countWords(sampleNonAscii(bytes)))

/** Up to 64 kB from the first non-ASCII byte on, which can come after a long ASCII preamble. */
function sampleNonAscii(bytes: Uint8Array): Uint8Array {
  const first = Math.max(
    bytes.findIndex((byte) => byte >= 0x80),
    0,
  )
  const start = first + SAMPLE_BYTES <= bytes.length ? first : Math.max(bytes.length - SAMPLE_BYTES, 0)
  let [end, letters] = [start, 0]
  for (; end < start + SAMPLE_BYTES && end < bytes.length && letters < SAMPLE_LETTERS; end++)
    if (bytes[end]! >= 0x80) letters++
  return bytes.subarray(start, end)
}

type Words = {
  /** Bytes of words without ASCII letters, and non-ASCII bytes of words with them. */
  readonly cyrillic: number
  readonly western: number
  /** Each of these words at most `REPEATS` times, so that 'бр' in every row does not outweigh the titles. */
  readonly distinct: Uint8Array
  /** Counts of symbols that only one of the two Windows code pages has. */
  readonly signs1251: number
  readonly signs1252: number
  readonly hasEuroOfMac: boolean
}

/** How often a word counts, and bytes of a word that count. */
const REPEATS = 3
const LONGEST = 256

/** Symbols that windows-1251 and windows-1252 share, `€` of either, and those of prices and measures. */
const SIGN_CODES = new Set([
  0x80, 0x82, 0x84, 0x85, 0x88, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x99, 0xa0, 0xa7, 0xa9, 0xab, 0xae,
  0xb0, 0xb1, 0xb2, 0xb3, 0xb5, 0xb7, 0xb9, 0xbb, 0xbc, 0xbd, 0xbe,
])

/** `€` and `№` of windows-1251; `€`, `²`, `³`, `¼`, `½` and `¾` of windows-1252. */
const SIGNS_1251 = new Set([0x88, 0xb9])
const SIGNS_1252 = new Set([0x80, 0xb2, 0xb3, 0xbc, 0xbd, 0xbe])

/** `€` in x-mac-cyrillic. In windows-1251 it is 'я', which is no word of price lists. */
const EURO_OF_MAC = 0xff

/** `║` of ibm866 between columns. In MIK it is 'ъ', which is no word; `│` is one of the symbols above. */
const LINE_OF_866 = 0xba

/** So many symbols are none: 'стол' in MIK is '±²®«'. */
const LETTERS_OF_SYMBOLS = 4

/** One-letter words in windows-1251: 'в', 'з', 'и', 'к', 'о', 'с', 'у', and capitals but those that windows-1252 has as `×`, `Ø` or `É`. */
const LONE_LETTERS = new Set([0xe2, 0xe7, 0xe8, 0xea, 0xee, 0xf1, 0xf3])
const LONE_CAPITALS = { from: 0xc1, to: 0xdd, not: new Set([0xc9, 0xd7, 0xd8]) }

function countWords(sample: Uint8Array): Words {
  const times = new Map<string, number>()
  const distinct: number[] = []
  const words = { cyrillic: 0, western: 0, signs1251: 0, signs1252: 0, hasEuroOfMac: false }
  for (let start = 0; start < sample.length; start++) {
    if (sample[start]! < 0x80) continue
    let end = start + 1
    while (end < sample.length && sample[end]! >= 0x80) end++
    const run = withoutLines(sample.subarray(start, end))
    const isMixed = isLatin(sample[start - 1]) || isLatin(sample[end])
    start = end
    if (run.length < LETTERS_OF_SYMBOLS && run.every((byte) => SIGN_CODES.has(byte))) {
      for (const byte of run) {
        if (SIGNS_1251.has(byte)) words.signs1251++
        if (SIGNS_1252.has(byte)) words.signs1252++
      }
      continue
    }
    if (run.length === 1 && run[0] === EURO_OF_MAC && !isMixed) {
      // 'Notebook я' is a name.
      words.hasEuroOfMac ||= !isLatin(previousNonSpace(sample, end - 1))
      continue
    }
    if (run.length === 1 && run[0] === LINE_OF_866 && !isMixed) continue
    if (isMixed) words.western += run.length
    else if (run.length > 1 || isLoneLetter(run[0]!)) words.cyrillic += run.length
    const word = String.fromCharCode(...run.subarray(0, LONGEST))
    const before = times.get(word) ?? 0
    times.set(word, before + 1)
    if (before < REPEATS) distinct.push(...run.subarray(0, LONGEST), 0x20)
    if (words.cyrillic + words.western >= SAMPLE_LETTERS) break
  }
  return { ...words, distinct: Uint8Array.from(distinct) }
}

/** Each line of the frames of DOS programs once. No word has a letter three times in a row. */
const withoutLines = (run: Uint8Array): Uint8Array =>
  run.filter((byte, i) => byte !== run[i - 1] || (byte !== run[i - 2] && byte !== run[i + 1]))

function previousNonSpace(sample: Uint8Array, at: number): number | undefined {
  let before = at - 1
  while (sample[before] === 0x20) before--
  return sample[before]
}

const isLatin = (byte = 0): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a

function isLoneLetter(byte: number): boolean {
  const { from, to, not } = LONE_CAPITALS
  return LONE_LETTERS.has(byte) || (byte >= from && byte <= to && !not.has(byte))
}

/** For a text without non-ASCII words. */
const encodingBySymbols = ({ signs1251, signs1252 }: Words): Encoding =>
  signs1251 > signs1252 ? 'windows-1251' : 'windows-1252'
