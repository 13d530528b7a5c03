import { expect, test } from 'vitest'
import { meaningOfFormat } from '../../spreadsheet/number-format.ts'
import { STYLES } from '#test/fixtures/catalogues/hand-written-book.ts'
import { moneyFormat } from '../../spreadsheet/patch/money-format.ts'
import { WorkbookStyles } from './styles.ts'

test.each([
  // The currency is replaced in every section.
  ['#,##0.00" лв."', 'EUR', '#,##0.00" €"'],
  ['#,##0.00\\ "лв.";[Red]\\-#,##0.00\\ "лв."', 'EUR', '#,##0.00" €";[Red]\\-#,##0.00" €"'],
  ['#,##0.00\\ [$лв.-402]', 'EUR', '#,##0.00\\ [$€-2]'],
  ['#,##0.00 [$BGN]', 'EUR', '#,##0.00 [$EUR]'],
  ['[$BGN]\\ #,##0.00', 'EUR', '[$EUR]\\ #,##0.00'],
  ['0.00\\ \\л\\в\\.', 'EUR', '0.00" €"'],
  ['#,##0.00 "лв./бр."', 'EUR', '#,##0.00 "€/бр."'],
  [
    '_-* #,##0.00\\ "лв."_-;\\-* #,##0.00\\ "лв."_-;_-* "-"??\\ "лв."_-;_-@_-',
    'EUR',
    '_-* #,##0.00" €"_-;\\-* #,##0.00" €"_-;_-* "-"??" €"_-;_-@_-',
  ],
  ['[$€-2]\\ #,##0.00', 'BGN', '[$лв.-402]\\ #,##0.00'],
  ['#,##0.00\\ [$€-x-euro2]', 'BGN', '#,##0.00\\ [$лв.-402]'],
  ['#,##0.00\\ "€"', 'BGN', '#,##0.00" лв."'],
  ['#,##0.00 €', 'BGN', '#,##0.00 "лв."'],
  ['0.00" EUR"', 'BGN', '0.00" BGN"'],
  // A gap as wide as a sign, and a filling, are no currency.
  ['#,##0.00\\ "€"_€', 'BGN', '#,##0.00" лв."_€'],
  ['*€#,##0.00\\ "€"', 'BGN', '*€#,##0.00" лв."'],
  // Sections and texts can be empty.
  ['0.00" лв.";"";0" лв."', 'EUR', '0.00" €";"";0.00" €"'],
  ['0.00""" лв."', 'EUR', '0.00" €"'],
  ['""0" лв. "00', 'EUR', '#,##0.00 [$€-1]'],
  // Excel stores 255 characters of a format at most.
  [`0.00" лв. ${'x'.repeat(246)}"`, 'EUR', `0.00" € ${'x'.repeat(246)}"`],
  [`0.00" лв. ${'x'.repeat(247)}"`, 'EUR', '#,##0.00 [$€-1]'],
  // A locale is none.
  ['[$-402]#,##0.00" лв."', 'EUR', '[$-402]#,##0.00" €"'],
  // The right currency stays.
  ['#,##0.00\\ [$€-1]', 'EUR', '#,##0.00\\ [$€-1]'],
  // Whole amounts get decimals.
  ['#,##0" лв."', 'EUR', '#,##0.00" €"'],
  ['0.000" лв."', 'EUR', '0.000" €"'],
  ['#.00" лв."', 'EUR', '#.00" €"'],
  ['#.0" лв."', 'EUR', '0.00" €"'],
  ['#,##0.0" лв."', 'EUR', '#,##0.00" €"'],
  // Without a currency the symbol is appended.
  ['0.00', 'EUR', '0.00 [$€-1]'],
  ['#,##0.00', 'BGN', '#,##0.00 "лв."'],
  ['#,##0.00;[Red]-#,##0.00', 'EUR', '#,##0.00 [$€-1]'],
  ['_-* #,##0.00\\ _л_в_._-', 'EUR', '#,##0.00 [$€-1]'],
  ['General', 'EUR', '#,##0.00 [$€-1]'],
  ['@', 'BGN', '#,##0.00 "лв."'],
  ['0.0', 'EUR', '#,##0.00 [$€-1]'],
  ['0.00?', 'EUR', '#,##0.00 [$€-1]'],
  ['""0.00', 'EUR', '0.00 [$€-1]'],
  ['[Red]0.00', 'EUR', '0.00 [$€-1]'],
  ['\\-0.00', 'EUR', '0.00 [$€-1]'],
  ['"по "0.00', 'EUR', '0.00 [$€-1]'],
  ['"0.00 "0', 'EUR', '#,##0.00 [$€-1]'],
  ['0;0.00', 'EUR', '#,##0.00 [$€-1]'],
  ['0.000', 'EUR', '#,##0.00 [$€-1]'],
  ['0" бр."', 'EUR', '#,##0.00 [$€-1]'],
  ['dd.mm.yyyy', 'EUR', '#,##0.00 [$€-1]'],
  ['0.00%', 'EUR', '#,##0.00 [$€-1]'],
  ['"$"#,##0.00', 'EUR', '#,##0.00 [$€-1]'],
  // An amount in two numbers, or in minor units, cannot be shown in the other currency.
  ['0" лв. и "00" ст."', 'EUR', '#,##0.00 [$€-1]'],
  ['[>=1000]#,##0.00 "лв.";0.00 "ст."', 'EUR', '#,##0.00 [$€-1]'],
  ['0.00 "лв.";0 \\с\\т\\.', 'EUR', '#,##0.00 [$€-1]'],
  ['#\\ ##0.00" лв."', 'EUR', '#,##0.00 [$€-1]'],
  ['0" €";0 "цента"', 'BGN', '#,##0.00 "лв."'],
  ['0" лв. "\\с\\т\\.', 'EUR', '#,##0.00 [$€-1]'],
  ['0" €";0" € (¢)"', 'BGN', '#,##0.00 "лв."'],
  ['0" lv.";0" lv. (st.)"', 'EUR', '#,##0.00 [$€-1]'],
  // Every section with a number names the currency; one without a number may not.
  ['#,##0.00" лв.";-#,##0.00', 'EUR', '#,##0.00 [$€-1]'],
  ['0.00" €";0.00" лв."', 'EUR', '#,##0.00 [$€-1]'],
  ['#,##0.00" лв.";;"-";@', 'EUR', '#,##0.00" €";;"-";@'],
  ['0.00" лв.";"0;1"', 'EUR', '0.00" €";"0;1"'],
] as const)('CONV-08 · %s in %s is %s', (source, currency, format) => {
  expect(moneyFormat(source, currency)).toBe(format)
  expect(meaningOfFormat(format)).toEqual({ kind: 'number', currency })
})

test('CONV-08 · cell formats that are listed in an extension are not those of the cells', () => {
  const extension = '<extLst><ext><cellXfs count="1"><xf numFmtId="0"/></cellXfs></ext></extLst>'
  const styles = new WorkbookStyles(
    new TextEncoder().encode(STYLES.replace('</styleSheet>', `${extension}</styleSheet>`)),
  )
  expect(styles.priceStyle(3, 'EUR')).toBe(4)
  const written = Buffer.concat(styles.write() ?? []).toString()
  expect(written).toContain('<cellXfs count="5">')
  expect(written).toContain(extension)
})

test('CONV-08 · a format that is there is used again, and its list stays as it is', () => {
  const list = (count: string, added = '') =>
    `<numFmts count="${count}"><numFmt numFmtId="170" formatCode="#,##0.00 [$€-1]"></numFmt>${added}</numFmts>`
  const written = (count: string, cell: number) => {
    const xml = STYLES.replace(/<numFmts.*<\/numFmts>/, list(count))
    const styles = new WorkbookStyles(new TextEncoder().encode(xml))
    styles.priceStyle(cell, 'EUR')
    return Buffer.concat(styles.write() ?? []).toString()
  }
  expect(written('9', 0)).toContain(`${list('9')}<fonts`)
  expect(written('9', 0)).toContain('<xf xfId="0" numFmtId="170" applyNumberFormat="1"/></cellXfs>')
  const added = '<numFmt numFmtId="171" formatCode="0.00 [$€-1]"/>'
  expect(written('1', 3)).toContain(`${list('2', added)}<fonts`)
})

test('CONV-08 · styles to which nothing is added are not written', () => {
  expect(new WorkbookStyles(new TextEncoder().encode(STYLES)).write()).toBeUndefined()
})

test('CONV-08 · a style is added once, and none once the styles are written', () => {
  const styles = new WorkbookStyles(new TextEncoder().encode(STYLES))
  expect([styles.priceStyle(1, 'EUR'), styles.priceStyle(1, 'EUR')]).toEqual([4, 4])
  expect([styles.priceStyle(0, 'EUR'), styles.priceStyle(9, 'EUR')]).toEqual([5, undefined])
  expect(styles.write()).toBeDefined()
  expect([styles.priceStyle(1, 'EUR'), styles.priceStyle(3, 'EUR')]).toEqual([4, undefined])
})
