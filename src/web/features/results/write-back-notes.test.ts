import { expect, it } from 'vitest'
import { otherFormatText } from './write-back-notes.ts'

it('CONV-08 FILE-08 · of a web page the table comes back, of a workbook its sheets', () => {
  expect(otherFormatText('html')).toMatch(/^От HTML се връща таблицата, като XLSX: /)
  expect(otherFormatText('html')).not.toMatch(/листове|макроси/)
  expect(otherFormatText('xls')).toMatch(/^Файл XLS се връща като XLSX: с всички листове/)
})
