// What a developer's script does: SheetJS for everything. sheetjs-csv.js IN OUT ENCODING
import { readFileSync, writeFileSync } from 'node:fs'
import { read, utils } from '@e965/xlsx'

const [source, target, encoding] = process.argv.slice(2)
const text = new TextDecoder(encoding).decode(readFileSync(source))
// As text: its own reading of numbers takes '12,50' for 1250.
const book = read(text, { type: 'string', FS: ';', raw: true, dense: true })
const rows = utils.sheet_to_json(book.Sheets[book.SheetNames[0]], { header: 1 })
rows[0].push('EUR')
for (const row of rows.slice(1)) {
  const euros = Math.round((Number(row[6].replace(',', '.')) / 1.95583) * 100) / 100
  row.push(euros.toFixed(2).replace('.', ','))
}
writeFileSync(target, utils.sheet_to_csv(utils.aoa_to_sheet(rows, { dense: true }), { FS: ';' }))
