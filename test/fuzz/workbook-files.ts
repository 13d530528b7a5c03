import type { BookType, CellObject, WorkBook } from '@e965/xlsx'
import { workbook } from '#test/fixtures/catalogues/workbooks.ts'
import type { Dice } from './dice.ts'
import { drawList } from './draw-list.ts'
import type { FuzzCell, FuzzFile } from './list.ts'

type Kind = readonly [bookType: BookType, fileName: string]

const KINDS: readonly [Kind, ...Kind[]] = [
  ['xlsx', 'list.xlsx'],
  ['biff8', 'list.xls'],
  ['xlsb', 'list.xlsb'],
  ['xlsm', 'list.xlsm'],
  ['xlml', 'list.xls'],
]

/** A workbook of any kind, with number formats, formulas, merged titles, several sheets. */
export function drawWorkbookFile(dice: Dice): FuzzFile {
  const list = drawList(dice, true)
  const [bookType, fileName] = dice.pick(KINDS)
  const rows = list.grid.map((row) => row.map(valueOf))
  const width = Math.max(...rows.map((row) => row.length))
  const isMerged = (rows[0]?.length ?? 0) === 1 && width > 1 && dice.chance(50)
  const sheets = dice.weighted<Readonly<Record<string, typeof rows>>>([
    [6, { Цени: rows }],
    [
      1,
      {
        Цени: rows,
        Други: [
          ['Име', 'Цена'],
          ['x', { t: 'n', v: 9 }],
        ] as typeof rows,
      },
    ],
    [1, { Празен: [[]], Цени: rows }],
    [1, { Скрит: [['Цена'], [{ t: 'n', v: 9 }]] as typeof rows, Цени: rows }],
  ])
  const is1904 = dice.chance(10)
  const bytes = workbook(sheets, bookType, (book: WorkBook) => {
    const Sheets = book.SheetNames.map((name) => ({
      name,
      Hidden: name === 'Скрит' ? (1 as const) : (0 as const),
    }))
    book.Workbook = { Sheets, ...(is1904 && { WBProps: { date1904: true } }) }
    if (isMerged) book.Sheets['Цени']!['!merges'] = [{ s: { r: 0, c: 0 }, e: { r: 0, c: width - 1 } }]
  })
  const traits = `${bookType} ${Object.keys(sheets).join(' ')} ${JSON.stringify(rows)}`
  return { fileName, bytes, expected: list.expected, isTitled: list.isTitled, traits }
}

const valueOf = ({ text, stored }: FuzzCell): CellObject | string | null =>
  stored ?? (text === '' ? null : text)
