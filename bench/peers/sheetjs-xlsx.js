// The same for a workbook: read, a column more, written. sheetjs-xlsx.js IN OUT
import { readFileSync, writeFileSync } from 'node:fs'
import { read, utils, write } from '@e965/xlsx'

const [source, target] = process.argv.slice(2)
const book = read(readFileSync(source), { dense: true })
const sheet = book.Sheets[book.SheetNames[0]]
const euros = utils.sheet_to_json(sheet, { header: 1 }).map(([, , , , , , price], r) => {
  return [r === 0 ? 'EUR' : Math.round((price / 1.95583) * 100) / 100]
})
utils.sheet_add_aoa(sheet, euros, { origin: { r: 0, c: 8 } })
writeFileSync(target, write(book, { type: 'buffer', bookType: 'xlsx', compression: true, bookSST: true }))
