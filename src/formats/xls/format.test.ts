import { describe, expect, test } from 'vitest'
import { biffBook } from '#test/fixtures/catalogues/biff-book.ts'
import { ole } from '#test/fixtures/catalogues/other-files.ts'
import { openFile } from '../open-file.ts'

const open = (content: string | Uint8Array<ArrayBuffer>) =>
  openFile(typeof content === 'string' ? new TextEncoder().encode(content) : content, { fileName: 'x.xls' })

describe('BULK-02 · what has the name of an XLS', () => {
  test.each([
    ['<html><table><tr><td>Цена<tr><td>1</table></html>', 'xls'],
    ['<table><tr><td>Цена<tr><td>1</table>', 'xls'],
    ['<table><tr><td>1</table>', 'xls'],
    ['<p>Цени</p><table><tr><td>Цена<tr><td>1</table>', 'xls'],
    ['Цена;Име\n1;а\n', 'csv'],
    ['<Код>;Цена\n1;2\n', 'csv'],
  ])('%j is read as %s', async (text, format) => {
    expect(await open(text)).toMatchObject({ ok: true, file: { format } })
  })

  test.each([
    ['<html><p>Грешка 404</p></html>', 'web-page', 'HTML'],
    ['<html><table></table></html>', 'web-page', 'HTML'],
    ['<svg><style>a{}</style></svg>', 'image', 'SVG'],
    ['<?xml version="1.0"?><rss><item><table><tr><td>1</td></tr></table></item></rss>', 'xml', 'rss'],
  ])('%j is none', async (text, kind, format) => {
    expect(await open(text)).toEqual({ ok: false, error: { code: 'other-file', file: { kind, format } } })
  })

  test('an OLE container without a workbook is told by its streams', async () => {
    expect(await open(ole('/Other'))).toEqual({
      ok: false,
      error: { code: 'other-file', file: { kind: 'office', format: 'OLE' } },
    })
    expect(await open(ole('/Workbook'))).toMatchObject({ ok: false, error: { code: 'unreadable' } })
  })

  test('a workbook with a password is told by its record', async () => {
    expect(await open(biffBook([{ name: 'Цени', records: [] }], [[0x2f, '00'.repeat(6)]]))).toEqual({
      ok: false,
      error: { code: 'unreadable', reason: 'encrypted' },
    })
  })

  test('shared texts that are encrypted are not called broken', async () => {
    const encrypted = [
      [0x2f, '00'.repeat(6)],
      [0xfc, '05000000 05000000 ffff00'],
    ] as const
    expect(await open(biffBook([{ name: 'Цени', records: [] }], encrypted))).toEqual({
      ok: false,
      error: { code: 'unreadable', reason: 'encrypted' },
    })
  })

  test('a stream of Excel 2 to 5 that is none is no workbook', async () => {
    const bytes = Uint8Array.from([9, 8, 8, 0, ...Array<number>(200).fill(0xff)])
    expect(await open(bytes)).toMatchObject({ ok: false, error: { code: 'unreadable' } })
  })
})
