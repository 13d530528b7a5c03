import { read, write } from '@e965/xlsx'
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { writeWorkbook } from '#formats/xlsx/write/workbook.ts'
import { createEncoder } from '#formats/bytes/encoder.ts'

/** Encodings that the lists are made in, as Levro, Python and the platform's decoders name them. */
export const LIST_ENCODINGS = ['utf-8', 'windows-1251'] as const

export type ListEncoding = (typeof LIST_ENCODINGS)[number]

const TITLES = ['№', 'Код', 'Наименование', 'Категория', 'Баркод', 'Мярка', 'Цена, лв.', 'Количество']

/** The price in stotinki; all cents occur. */
const stotinkiOf = (n: number): number => ((n * 7919) % 199_999) + 1

/** What the euro price must be, in cents: in whole numbers, apart from the product. */
export const centsOf = (n: number): bigint => (BigInt(stotinkiOf(n)) * 200_000n + 195_583n) / 391_166n

const priceOf = (n: number): string => (stotinkiOf(n) / 100).toFixed(2)

/** One name in ten has a delimiter and quotes in it. */
const nameOf = (n: number): string => (n % 10 === 0 ? `Стока "номер ${n}"; голяма` : `Стока номер ${n} малка`)

const cellsOf = (n: number): string[] => [
  String(n + 1),
  `A-${100_000 + n}`,
  nameOf(n),
  `Категория ${n % 40}`,
  `380${String(n).padStart(10, '0')}`,
  n % 3 === 0 ? 'бр.' : 'кг',
  priceOf(n).replace('.', ','),
  String(n % 250),
]

const quoted = (text: string): string => (/[";]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const ROWS_AT_ONCE = 5000

/** A price list as a Bulgarian program exports it: semicolons, decimal commas, eight columns. */
export function writeCsvList(file: string, rows: number, encoding: ListEncoding): void {
  const encoder = createEncoder(encoding)
  const output = openSync(file, 'w')
  writeSync(output, encoder.encode(`${TITLES.join(';')}\n`))
  for (let from = 0; from < rows; from += ROWS_AT_ONCE) {
    const count = Math.min(ROWS_AT_ONCE, rows - from)
    const lines = Array.from(
      { length: count },
      (_, i) =>
        `${cellsOf(from + i)
          .map(quoted)
          .join(';')}\n`,
    )
    writeSync(output, encoder.encode(lines.join('')))
  }
  closeSync(output)
}

/** A workbook as a binary one (XLSB) or as an XLS, as the library writes it. */
export function writeTwin(file: string, xlsx: string, bookType: 'xlsb' | 'biff8'): void {
  const book = read(readFileSync(xlsx), { dense: true, cellNF: true })
  const written: unknown = write(book, {
    type: 'buffer',
    bookType,
    bookSST: bookType === 'xlsb',
    compression: true,
  })
  writeFileSync(file, written as Buffer)
}

/** The same list as a workbook: the price a number with a format of lev, codes as text. */
export async function writeXlsxList(file: string, rows: number): Promise<void> {
  const cells = Array.from({ length: rows }, (_, n) =>
    cellsOf(n).map((text, c) => {
      if (c === 6) return { number: priceOf(n), look: 'amount' as const }
      return c === 0 || c === 7 ? { number: text } : text
    }),
  )
  const sheet = {
    name: 'Цени',
    rows: [TITLES, ...cells],
    rowCount: rows + 1,
    widths: [8, 12, 32, 16, 16, 8, 12, 12],
    bold: 'first-row',
  } as const
  writeFileSync(file, Buffer.concat(await writeWorkbook([sheet], null)))
}
