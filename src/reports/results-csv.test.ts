import { describe, expect, test } from 'vitest'
import { reportCsv, resultCsvHeader, resultCsvLine, resultsCsv } from './results-csv.ts'
import { resultsText, sumRounding, sumTotals } from './results.ts'
import type { ResultRow } from './types.ts'

describe('CONV-07 · the result CSV', () => {
  test('CONV-07 · of the command line names the status of a row', () => {
    expect(resultCsvHeader('status')).toBe('seq,name,bgn,eur,status,originalPrice,originalCurrency')
    const amounts = { bgn: 1250, eur: 639, originalPrice: '12.5', originalCurrency: 'BGN' }
    expect(resultCsvLine({ seq: 1, name: 'TV 32", бял', state: 'valid', ...amounts })).toBe(
      '1,"TV 32"", бял",12.50,6.39,valid,12.5,BGN',
    )
    const none = { bgn: null, eur: null, originalPrice: 'n, a', originalCurrency: '' }
    expect(resultCsvLine({ seq: 2, name: '', state: 'invalid', ...none })).toBe('2,,,,invalid,"n, a",')
  })

  const row = {
    seq: 1,
    name: '=1',
    bgn: 12.5,
    eur: 6.39,
    invalid: false,
    originalPrice: '12.5',
    originalCurrency: 'BGN',
  }
  const linesOf = async (file: Blob) =>
    new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.arrayBuffer()).split('\r\n')

  test('CONV-07 · the copied text has whole names too', () => {
    const fullName = 'Хладилник с камера, модел 2026, бял'
    expect(resultsText([{ ...row, name: fullName.slice(0, 25), fullName }], 'bg', [])).toBe(
      `${fullName}\t12,50\t6,39`,
    )
  })

  test('AUTH-09 CONV-09 · of a saved job says whether a row is invalid', async () => {
    expect(await linesOf(resultsCsv([row]))).toEqual([
      '\ufeffseq,name,bgn,eur,invalid,originalPrice,originalCurrency',
      "1,'=1,12.50,6.39,false,12.5,BGN",
      '',
    ])
  })

  test('CONV-07 CONV-09 · of the page is written as Excel in its language opens it, with line, reason and price column', async () => {
    const rows: readonly ResultRow[] = [
      { ...row, nth: 1, line: 3 },
      {
        ...row,
        seq: 2,
        name: 'Наем',
        bgn: null,
        eur: null,
        invalid: true,
        originalPrice: '10-15',
        nth: 0,
        line: 4,
        problem: 'range',
        fullName: 'Наем на кафемашина; месечно',
      },
    ]
    const facts = {
      filename: 'ceni.csv',
      createdAt: '2026-01-15T10:00:00.000Z',
      counts: { totalRows: 2, validRows: 1, invalidRows: 1, emptyRows: 0, tokenCost: 1 },
      totals: sumTotals(rows),
      rounding: sumRounding(rows),
      priceColumns: [],
    }
    const priceColumns = [
      { index: 1, title: 'Цена' },
      { index: 2, title: '-Промо' },
    ]
    expect(await linesOf(reportCsv(rows, { ...facts, priceColumns }, 'bg'))).toEqual([
      '\ufeff№;Име;Лева;Евро;Състояние;Цена във файла;Валута;Ред във файла;Причина;Колона с цена',
      "1;'=1;12,50;6,39;Валиден;12,5;BGN;3;;'-Промо",
      '2;"Наем на кафемашина; месечно";;;Невалиден;10-15;BGN;4;Диапазон, а не една цена;Цена',
      '',
    ])
    const [header, first, second] = await linesOf(reportCsv(rows, facts, 'en'))
    expect(header).toBe(
      '\ufeffNo.,Name,Lev (BGN),Euro (EUR),Status,Price in the file,Currency,Row in the file,Reason',
    )
    expect(first).toBe("1,'=1,12.50,6.39,Valid,12.5,BGN,3,")
    expect(second).toBe('2,Наем на кафемашина; месечно,,,Invalid,10-15,BGN,4,"A range, not one price"')
  })
})
