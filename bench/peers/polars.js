// Polars, where nodejs-polars is installed beside (100 MB, so it is no dependency); ends with 127 where not. polars.js IN OUT ENCODING
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'

const [source, target, encoding] = process.argv.slice(2)
const pl = load()
// It reads and writes UTF-8 only: others pass through iconv on both sides.
const iconv = (from, to, input, output) =>
  spawnSync('sh', ['-c', 'iconv -f "$0" -t "$1" "$2" > "$3"', from, to, input, output])
const isUtf8 = encoding === 'utf-8'
const [read, written] = isUtf8 ? [source, target] : [`${source}.utf8`, `${target}.utf8`]
if (!isUtf8) iconv(encoding, 'utf-8', source, read)

// Numbers beside integers are doubles, which are exact here: the products are below 2 ** 53, and no quotient is close to an integer.
const hundredths = pl.col('Цена, лв.').str.replace(',', '').cast(pl.Int64)
const cents = hundredths.multiplyBy(200_000).plus(195_583).divideBy(391_166).floor().cast(pl.Int64)
const euros = cents.divideBy(100).floor().cast(pl.Int64).cast(pl.Utf8)
const rest = cents.modulo(100).cast(pl.Int64).cast(pl.Utf8).str.zFill(2)
pl.scanCSV(read, { sep: ';', inferSchemaLength: 0 })
  .withColumns(pl.concatString([euros, rest], ',').alias('EUR'))
  .sinkCSV(written, { separator: ';' })
  .collectSync()
if (!isUtf8) iconv('utf-8', encoding, written, target)

/** Also from NODE_PATH. */
function load() {
  try {
    return createRequire(import.meta.url)('nodejs-polars')
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND') throw error
    process.exit(127)
  }
}
