import type { ChoiceProblem } from '#files/columns.ts'
import type { Detection } from '#pricelist/types.ts'
import { columnName } from '#table/column-name.ts'
import { misfitText } from './recipe.ts'

/** Why the options do not fit the file, as a sentence. */
export function choiceProblemText(problem: ChoiceProblem): string {
  switch (problem.code) {
    case 'no-column':
      return `--${problem.as}: the file has no column '${problem.wanted}'. It has ${listColumns(problem)}.`
    case 'same-title': {
      const [one, other] = problem.names
      return `More than one column has the title '${problem.wanted}': say ${one} or ${other}.`
    }
    case 'title-or-position': {
      const [titled, other] = problem.names
      return `'${problem.wanted}' is the title of one column and ${positionWord(problem.wanted)} of another: say '${titled}' for the first, '${other}' for the second.`
    }
    case 'no-header-row':
      return `--header: the file has ${problem.rows === 1 ? 'only one row' : `only ${problem.rows} rows`}.`
    case 'recipe-misfit':
    default:
      return misfitText(problem.misfit)
  }
}

const positionWord = (wanted: string): string => (/\d/.test(wanted) ? 'the number' : 'the letter')

/** `'Цена' (B)`, or the column name alone where there is no title. */
export function describeColumn({ all }: Pick<Detection, 'all'>, index: number): string {
  const title = all.find((column) => column.index === index)?.title ?? ''
  return columnLabel(oneLine(title), columnName(index))
}

/** `'Цена' (B)`, or `B` for an empty title. */
export const columnLabel = (title: string, name: string): string =>
  title === '' ? name : `'${title}' (${name})`

export const oneLine = (title: string): string => title.replace(/\s+/g, ' ')

const MAX_LISTED_COLUMNS = 12

/** Lists up to 12 columns: `A 'Код', B 'Име'`. */
export function listColumns({ all }: Pick<Detection, 'all'>): string {
  const named = all
    .slice(0, MAX_LISTED_COLUMNS)
    .map(({ index, title }) => columnName(index) + (title === '' ? '' : ` '${title}'`))
  const more = all.length - named.length
  return `the columns ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
