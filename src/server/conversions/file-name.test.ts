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
  // Of a longer text only the end is read.
  [`b${'a'.repeat(4096)}`, 'a'.repeat(120)],
  [' a.csv ', 'a.csv'],
  [`  ${'a'.repeat(121)}`, 'a'.repeat(120)],
  [`${'a'.repeat(119)} b.csv`, 'a'.repeat(119)],
  ['a\u061c\u200e\u200f\u202a\u202b\u2066\u2069\ufeff\u2028\u2029\u0085b', 'ab'],
  ['a\u200d\u2010b', 'a\u200d\u2010b'],
])('API-02 · the file name %j is stored as %j', (text, name) => {
  expect(cleanFileName(text)).toBe(name)
})
