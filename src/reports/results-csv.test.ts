import { describe, expect, test } from 'vitest'
import { resultCsvHeader, resultCsvLine, resultsCsv } from './results-csv.ts'

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

  test('CONV-07 CONV-09 · of the page says whether a row is invalid, and which price column it is from', async () => {
    const row = {
      seq: 1,
      name: '=1',
      bgn: 12.5,
      eur: 6.39,
      invalid: false,
      originalPrice: '12.5',
      originalCurrency: 'BGN',
    }
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
    const lines = async (titles: string[]) =>
      decoder.decode(await resultsCsv([{ ...row, nth: 1 }], titles).arrayBuffer()).split('\r\n')
    expect(await lines([])).toEqual([
      '\ufeffseq,name,bgn,eur,invalid,originalPrice,originalCurrency',
      "1,'=1,12.50,6.39,false,12.5,BGN",
      '',
    ])
    expect(await lines(['Цена', '-Промо'])).toEqual([
      '\ufeffseq,name,bgn,eur,invalid,originalPrice,originalCurrency,priceColumn',
      "1,'=1,12.50,6.39,false,12.5,BGN,'-Промо",
      '',
    ])
  })
})
