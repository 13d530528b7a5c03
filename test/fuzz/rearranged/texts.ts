export type Texts = readonly [string, ...string[]]

/** Texts with ` · ` between them, on any number of lines; `⏎` stands for a line end in one of them. */
export function oneOf(list: string): Texts {
  const [first = '', ...rest] = list
    .split(/ · |\n/)
    .map((text) => text.trim().replaceAll('⏎', '\n'))
    .filter((text) => text !== '')
  return [first, ...rest]
}
