import { describe, expect, test } from 'vitest'
import { givenBack } from '#test/fixtures/catalogues/given-back.ts'
import { handWrittenBook, sheetXml } from '#test/fixtures/catalogues/hand-written-book.ts'
import { lev, orderFor } from '#test/fixtures/catalogues/price-orders.ts'

/** Style 1 shows lev, style 0 no currency; the workbook has four styles, so that a new one is the fifth. */
const sheetWith = (formula: string, style = ' s="1"') =>
  sheetXml(
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row>' +
      `<row r="2"><c r="B2" s="1"><v>12.5</v></c><c r="C2"${style}><f>${formula}</f><v>25</v></c><c r="D2" s="1"><f>1*1</f><v>1</v></c></row>` +
      `<row r="3"><c r="C3"${style}><f>SUM(C2:C2)</f><v>25</v></c></row>`,
  )
const REPLACE = orderFor({ 1: { 1: lev('12.50', '6.39') } }, { placement: 'replace' })

describe('CONV-08 · amounts that formulas work out from replaced prices', () => {
  test.each(['B2*2', 'ROUND(B2*1.2,2)', 'B2*(1-10%)', 'B2*A2*(100-5)/100', '$B2*(1-A2/100)'])(
    'CONV-08 · %s shows the new currency, and so does its sum',
    async (formula) => {
      const back = await givenBack(handWrittenBook(sheetWith(formula)), REPLACE)
      expect(back.warnings).toEqual([])
      expect(back.rows()).toContain('<c r="B2" s="4"><v>6.39</v></c>')
      expect(back.rows()).toContain(`<c r="C2" s="4"><f>${formula}</f></c>`)
      expect(back.rows()).toContain('<c r="C3" s="4"><f>SUM(C2:C2)</f></c>')
      // Not what no price is in.
      expect(back.rows()).toContain('<c r="D2" s="1"><f>1*1</f><v>1</v></c>')
    },
  )

  test.each(['IF(B2&gt;1,B2,0)', 'B2+5', 'B2*(A2-1)', 'B2*(1-A2'])(
    'CONV-08 · %s may be something else, so its format stays, which is said',
    async (formula) => {
      const back = await givenBack(handWrittenBook(sheetWith(formula)), REPLACE)
      expect(back.warnings).toEqual(['title-kept'])
      expect(back.rows()).toContain(`<c r="C2" s="1"><f>${formula}</f></c>`)
    },
  )

  test('CONV-08 · a format that names no currency stays', async () => {
    for (const formula of ['B2*2', 'B2+5']) {
      const back = await givenBack(handWrittenBook(sheetWith(formula, '')), REPLACE)
      expect(back.warnings).toEqual([])
      expect(back.rows()).toContain(`<c r="C2"><f>${formula}</f></c>`)
    }
  })

  test('CONV-08 · nothing changes where the prices stay', async () => {
    const order = orderFor({ 1: { 1: lev('12.50', '6.39') } }, { placement: 'end' })
    const back = await givenBack(handWrittenBook(sheetWith('B2*2')), order)
    expect(back.warnings).toEqual([])
    expect(back.rows()).toContain('<c r="C2" s="1"><f>B2*2</f><v>25</v></c>')
  })
})
