import { LETTERS } from './letter.ts'

const EURO = '(?:euros?|eur|евро|€)'
const LEV = '(?:лева|лв\\.?|bgn|leva|lv\\.?)'
const RATE = '1[.,]95583|1[.,]956'
/** `1 € = 1,95583 лв.`, `€1 = …`, `1.95583 лв. за 1 евро`, `1,95583` */
const EQUATION =
  `(?:1 ?${EURO}|${EURO} ?1(?!\\d))\\s*(?:=|-|–|:|е |is )?\\s*(?:${RATE})(?: ?${LEV})?|` +
  `(?:${RATE})(?: ?${LEV})?(?:\\s*(?:за|per|=|/)\\s*1? ?${EURO})?`
const WORDS =
  '(?:(?:по|при|at|by) )?(?:the )?(?:(?:официал|фиксиран|валут|обмен|централ)[а-я]* )*(?:курс[а-я]*|(?:(?:fixed|official|exchange|conversion) )*rate)' +
  `(?![${LETTERS}])(?: (?:на|of) (?:бнб|еврото|bnb))?`

const RATE_PATTERN = new RegExp(
  `[,;(]?\\s*(?<![${LETTERS}\\d])(?:${WORDS}(?:\\s*[:(-]?\\s*(?:${EQUATION}))?|(?:${EQUATION}))(?![${LETTERS}\\d])\\)?`,
  'giu',
)

/** What each of them has: the pattern is compiled where one of them is. */
const MAY_BE_RATE = /курс|rate|1[.,]95/i

/** A text without what it says of the rate between the two currencies, which names both of them. */
export const withoutRate = (text: string): string =>
  (MAY_BE_RATE.test(text) ? text.replace(RATE_PATTERN, ' ') : text).trim()
