// A script that a developer would write: papaparse reads, big.js converts, papaparse writes. node papaparse-big.js IN OUT ENCODING
import { readFileSync, writeFileSync } from 'node:fs'
import Big from 'big.js'
import Papa from 'papaparse'

const [input, output, encoding] = process.argv.slice(2)
const text = new TextDecoder(encoding).decode(readFileSync(input))
const { data } = Papa.parse(text, { delimiter: ';', skipEmptyLines: true })
data[0].push('EUR')
for (const row of data.slice(1))
  row.push(new Big(row[6].replace(',', '.')).div('1.95583').toFixed(2, Big.roundHalfUp).replace('.', ','))
writeFileSync(output, Papa.unparse(data, { delimiter: ';' }))
