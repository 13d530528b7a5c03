import { expect, it } from 'vitest'
import { cleanFileName } from './parse-body.ts'

it.each([
  ['Цени 2026.xlsx', 'Цени 2026.xlsx'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\me\\prices.csv', 'prices.csv'],
  ['x" onmouseover="alert(1)', 'x" onmouseover="alert(1)'],
  ['<script>alert(1)</script>.csv', 'script>.csv'],
  ['\u202egpj.csv', 'gpj.csv'],
  ['a\r\nSet-Cookie: x=1.csv', 'aSet-Cookie: x=1.csv'],
  ['a\u0000b.csv', 'ab.csv'],
  ['   ', null],
  ['', null],
  ['folder/', null],
  ['a'.repeat(5000), 'a'.repeat(120)],
  ['😀'.repeat(121), '😀'.repeat(120)],
  ['\ud800.csv', '\ufffd.csv'],
])('API-02 · the file name %j is stored as %j', (text, name) => {
  expect(cleanFileName(text)).toBe(name)
})
