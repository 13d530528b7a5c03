// It reads and does not write: the rows with a column more come as CSV. read-excel-file.js IN OUT
import { writeFileSync } from 'node:fs'
import Big from 'big.js'
import Papa from 'papaparse'
import { readSheet } from 'read-excel-file/node'

const [source, target] = process.argv.slice(2)
const rows = await readSheet(source)
const priced = rows.map((row, r) => [
  ...row,
  r === 0 ? 'EUR' : new Big(row[6]).div('1.95583').toFixed(2, Big.roundHalfUp),
])
writeFileSync(target, Papa.unparse(priced))
