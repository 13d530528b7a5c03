// What a data engineer does: DuckDB, with exact integers for prices of two decimals. duckdb.js IN OUT ENCODING
import { spawnSync } from 'node:child_process'
import { DuckDBInstance } from '@duckdb/node-api'

const [source, target, encoding] = process.argv.slice(2)
// It reads and writes UTF-8 only: others pass through iconv on both sides.
const iconv = (from, to, input, output) =>
  spawnSync('sh', ['-c', 'iconv -f "$0" -t "$1" "$2" > "$3"', from, to, input, output])
const isUtf8 = encoding === 'utf-8'
const [read, written] = isUtf8 ? [source, target] : [`${source}.utf8`, `${target}.utf8`]
if (!isUtf8) iconv(encoding, 'utf-8', source, read)

const euros = (price) =>
  `((CAST(CAST(replace(${price}, ',', '.') AS DECIMAL(18, 2)) * 100 AS BIGINT) * 200000 + 195583) // 391166)`
const connection = await (await DuckDBInstance.create(':memory:')).connect()
await connection.run(`
  COPY (
    SELECT *, replace(CAST(${euros('"Цена, лв."')} * 0.01 AS VARCHAR), '.', ',') AS "EUR"
    FROM read_csv('${read}', delim = ';', header = true, all_varchar = true, quote = '"')
  ) TO '${written}' (DELIMITER ';', HEADER true)`)
if (!isUtf8) iconv('utf-8', encoding, written, target)
