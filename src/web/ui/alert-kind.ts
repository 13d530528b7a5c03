export type AlertKind = 'error' | 'warning' | 'success' | 'notice'

// Words in both languages that tell what a message is about, in the order in which they are looked for (LAY-04).
const WORDS: readonly [AlertKind, RegExp][] = [
  ['error', /error|failed|oops|couldn't|грешк|неуспе|не успях|не можа|опа/i],
  [
    'warning',
    /warning|please|enter a|max allowed|not enough|this needs|check the|no valid|limit|unsupported|проверете|моля|въведете|най-много|най-голям|максим|не достигат|недостатъч|нужни са|няма валидни|достигнахте|неподдържан|внимание/i,
  ],
  ['success', /success|saved|copied|deleted|успеш|запазен|копиран|изтрит|готово/i],
]

export const alertKind = (message: string): AlertKind =>
  WORDS.find(([, words]) => words.test(message))?.[0] ?? 'notice'
