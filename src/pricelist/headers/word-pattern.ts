/**
 * A pattern of whole words that is compiled only for texts that may match: most titles have none of the
 * words, and compiling all patterns took longer than reading a small file.
 */
export class WordPattern extends RegExp {
  readonly #words: string
  #beginnings: ReadonlySet<string> | undefined

  /**
   * @param words alternatives in regular expression syntax, without brackets or bars in character classes
   * @param letters the inside of a character class, with the small Latin and Cyrillic letters: none may
   * precede or follow a match
   */
  constructor(words: string, letters: string) {
    super(`(?<![${letters}])(?:${words})(?![${letters}])`)
    this.#words = words
  }

  /** Called by `test` and `replace` too. */
  override exec(text: string): RegExpExecArray | null {
    return this.#mayBeIn(text) ? super.exec(text) : null
  }

  #mayBeIn(text: string): boolean {
    const beginnings = (this.#beginnings ??= new Set(alternativesOf(this.#words).flatMap(beginningsOf)))
    return beginnings.has('') || keysOf(text).some((key) => beginnings.has(key))
  }
}

/** Number of characters of a word that are compared. */
const COMPARED = 3
/** Marks a beginning that is a whole word. */
const END = '|'
/** The beginning of any alternative that starts with a digit. */
const DIGIT = '0'

let last: { readonly text: string; readonly keys: readonly string[] } = { text: '', keys: [] }

/** The beginnings of each word of a text, of every length. Cached for the last text. */
function keysOf(text: string): readonly string[] {
  if (last.text === text) return last.keys
  const keys: string[] = []
  for (let at = 0; at < text.length; at++) {
    if (isLetter(text.charCodeAt(at - 1))) continue
    if (isDigit(text.charCodeAt(at))) keys.push(DIGIT)
    for (let end = at + 1; end <= at + COMPARED && end <= text.length; end++) {
      const key = text.slice(at, end)
      keys.push(key)
      if (!isLetter(text.charCodeAt(end))) keys.push(key + END)
    }
  }
  last = { text, keys }
  return keys
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39
const isLetter = (code: number): boolean => (code >= 0x61 && code <= 0x7a) || (code >= 0x430 && code <= 0x44f)

/** Splits at bars outside groups. */
function alternativesOf(pattern: string): string[] {
  const found: string[] = []
  let [open, depth] = ['', 0]
  for (const piece of pattern.split('|')) {
    open = depth === 0 ? piece : `${open}|${piece}`
    if (piece.includes('(') || piece.includes(')')) depth += piece.split('(').length - piece.split(')').length
    if (depth === 0) found.push(open)
  }
  return found
}

const GROUP_AT_START = /^\(\?:([^()]*)\)(?![*+{])(\??)/
const NESTED_GROUP = /(?<!^)\([^()]*\)/g

/** The literal beginnings of an alternative; '' where anything can match. */
function beginningsOf(alternative: string): string[] {
  if (!alternative.startsWith('(')) return [plainBeginning(alternative, '')]
  const [group, inside, optional] =
    GROUP_AT_START.exec(alternative) ??
    GROUP_AT_START.exec((alternative = alternative.replace(NESTED_GROUP, '[]'))) ??
    []
  if (group === undefined || inside === undefined) return ['']
  const rest = alternative.slice(group.length)
  const found = inside.split('|').map((one) => plainBeginning(one, rest))
  return optional === '' ? found : [...found, ...beginningsOf(rest)]
}

/** Literal letters; one before a quantifier may be absent. */
const PLAIN = /^(?:[a-zа-я €](?![?*{]))*/
const DIGIT_AT_START = /^(?:\\d|\d)(?![?*]|\{0)/

function plainBeginning(text: string, rest: string): string {
  if (DIGIT_AT_START.test(text)) return DIGIT
  const plain = PLAIN.exec(text)![0]
  if (plain.length >= COMPARED) return plain.slice(0, COMPARED)
  const isWhole = plain !== '' && plain === text && (rest === '' || rest.startsWith(' '))
  return isWhole ? plain + END : plain
}
