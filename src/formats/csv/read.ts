import type { DecodedText } from '../bytes/encoding.ts'
import { type Probe, type ReadResult, failure } from '../format.ts'
import { isProse } from '../unsupported/unsupported-text.ts'
import { detectDelimiter, readSeparatorLine } from './delimiter.ts'
import { withoutMisalignedRows } from './misaligned-rows.ts'
import { CsvOffsets, CsvTable } from './table.ts'

/** Length of the start of the text from which the delimiter is detected, in code units. */
const SAMPLE_LENGTH = 65_536 * 2

/** Reads delimited text: with the chosen delimiter, else that of a separator line, else the most plausible one. */
export function readCsv(
  { text, encoding, hasBom }: DecodedText,
  { named, limit, options }: Pick<Probe, 'named' | 'limit' | 'options'>,
): ReadResult {
  const line = readSeparatorLine(text)
  const detected = detectDelimiter(text.slice(line.length, line.length + SAMPLE_LENGTH))
  if (named === 'json' && !detected.isEven) return failure({ code: 'unreadable', reason: 'not-json' })
  const delimiter = options.delimiter ?? line.delimiter ?? detected.delimiter
  const { onProgress } = options
  const offsets = new CsvOffsets(text, delimiter, line.length, { limit, onProgress })
  if (offsets.isTooWide) return failure({ code: 'unreadable', reason: 'too-wide' })
  const cells = new CsvTable(offsets)
  const isChosen = options.encoding !== undefined || options.delimiter !== undefined
  if (!isChosen && isProse(text, cells))
    return failure({ code: 'other-file', file: { kind: 'text', format: '' } })
  const table = withoutMisalignedRows(cells, delimiter)
  return {
    ok: true,
    file: { format: 'csv', encoding, hasBom, delimiter, table, cells, isCut: offsets.isCut },
  }
}
