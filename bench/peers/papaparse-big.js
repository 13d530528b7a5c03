// What a developer's script does: papaparse and big.js. papaparse-big.js IN OUT ENCODING
import { readFileSync, writeFileSync } from 'node:fs'
import Big from 'big.js'
import Papa from 'papaparse'

const [source, target, encoding] = process.argv.slice(2)
const text = new TextDecoder(encoding).decode(readFileSync(source))
const { data } = Papa.parse(text, { delimiter: ';', skipEmptyLines: true })
data[0].push('EUR')
for (const row of data.slice(1)) {
  const euros = new Big(row[6].replace(',', '.')).div('1.95583')
  row.push(euros.toFixed(2, Big.roundHalfUp).replace('.', ','))
}
writeFileSync(target, Papa.unparse(data, { delimiter: ';' }))
