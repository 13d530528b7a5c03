import { columnName } from '#table/column-name.ts'
import { writtenExtension } from '#formats/format.ts'
import { ownFileName } from '#reports/results.ts'
import type { LargeSummary } from '../types.ts'

/** How the command line is called in a copy of the project (README). */
const COMMAND = 'npm run -s levro -- apply'

/** Characters that a terminal acts on when they are pasted, such as the one that erases the line. */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g

/** Words that a shell reads as they are. */
const PLAIN = /^[\w./:=@%+-]+$/

/**
 * A word as a POSIX shell reads it, without anything in it that the shell or the terminal would act on. Control characters
 * are written in `$'…'` (POSIX.1-2024, 2.2.4).
 */
export function shellWord(text: string): string {
  if (PLAIN.test(text)) return text
  if (text.search(CONTROL) < 0) return `'${text.replaceAll("'", String.raw`'\''`)}'`
  const bytesOf = (character: string) =>
    Array.from(new TextEncoder().encode(character), (byte) => `\\${byte.toString(8).padStart(3, '0')}`)
  const escaped = text.replace(/['\\]/g, String.raw`\$&`).replace(CONTROL, (one) => bytesOf(one).join(''))
  return `$'${escaped}'`
}

/** A file name that is not read as an option. */
const pathTo = (name: string): string => (name.startsWith('-') ? `./${name}` : name)

/**
 * The command that converts a list as it is read now, for a shell.
 * @returns its options, each with its value; the first is the command with the file
 */
export function applyCommand({
  file,
  choices,
  fileChoices,
  assumptions,
}: LargeSummary): readonly (readonly [option: string, word: string])[] {
  const { all, columns: found, certain } = file.detection
  const { columns, defaultCurrency, isCurrencyForced, totals } = choices
  const isAssumed = assumptions.some(({ what }) => what === 'currency')
  const { price } = columns
  const { encoding, delimiter } = fileChoices
  const words: [option: string, word: string][] = [
    [COMMAND, pathTo(file.name)],
    ['--out', pathTo(ownFileName(file.name, writtenExtension(file, file.name)))],
  ]
  if (price !== null && (price !== found.price || !certain)) words.push(['--price', columnWord(price, all)])
  if (isCurrencyForced) words.push(['--all-in', defaultCurrency])
  else if (isAssumed) words.push(['--from', defaultCurrency])
  if (totals) words.push(['--totals', totals])
  if (encoding) words.push(['--encoding', encoding])
  if (delimiter) words.push(['--delimiter', delimiter === '\t' ? 'tab' : delimiter])
  return words.map(([option, word]) => [option, shellWord(word)])
}

/** Its title, or the name that a spreadsheet gives it, where other columns have the same one. */
function columnWord(index: number, all: LargeSummary['file']['detection']['all']): string {
  const title = all[index]?.title ?? ''
  const isSame = (other: string) => other.toLowerCase() === title.toLowerCase()
  const isItsOwn = /^[^-]/.test(title) && all.filter((one) => isSame(one.title)).length === 1
  return isItsOwn ? title : columnName(index)
}
