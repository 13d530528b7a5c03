export type Texts = readonly [string, ...string[]]

/** Texts separated by ` · ` on any number of lines; `⏎` is a line end within one of them. */
export function oneOf(list: string): Texts {
  const [first = '', ...rest] = list
    .split(/ · |\n/)
    .map((text) => text.trim().replaceAll('⏎', '\n'))
    .filter((text) => text !== '')
  return [first, ...rest]
}
