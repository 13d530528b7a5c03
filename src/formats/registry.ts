import type { OpenedFile, WriteBackResult } from './format.ts'
import { type CsvOffsets, CsvTable } from './csv/table.ts'
import { alignedBytes } from './bytes/encoding.ts'
import { writeBackDelimited } from './csv/patch.ts'
import type { WriteBackPlan } from '#writeback/plan.ts'

/**
 * The user's own file with its new prices, and everything else in it as it was (CONV-08): delimited text and JSON byte for
 * byte, workbooks part for part. UTF-16 in which bytes were missing or added comes back as it was read.
 * @param bytes the file as it was given
 * @param file what was read of it; the order's rows and columns are those of its table
 * @param onProgress hears 0 to 1
 */
export async function writeBack(
  bytes: Uint8Array<ArrayBuffer>,
  file: OpenedFile,
  order: WriteBackPlan,
  onProgress?: (done: number) => void,
): Promise<WriteBackResult> {
  const { format, sheet, encoding, delimiter, hasBom = false, warnings } = file
  // What edits workbooks is as much again as all the rest: it is loaded for them alone.
  switch (format) {
    case 'csv':
      // Delimited text is always read in some encoding and with some delimiter.
      return writeBackDelimited(
        warnings.some(({ code }) => code === 'realigned-bytes') ? alignedBytes(bytes, encoding!) : bytes,
        { encoding: encoding!, hasBom, delimiter: delimiter! },
        order,
        readLayout(file),
      )
    case 'json':
      return (await import('./json/patch.ts')).writeBackJson(bytes, order)
    case 'xlsx':
    case 'xlsm':
    case 'xls':
    case 'xlsb': {
      const { writeBackWorkbook } = await import('./xls/patch.ts')
      return writeBackWorkbook(bytes, { format, sheet, encoding }, order, onProgress)
    }
  }
}

/** Where the fields of delimited text stand, if every row was read and every byte was a letter. */
function readLayout({ cells, warnings }: OpenedFile): CsvOffsets | undefined {
  const isDamaged = warnings.some(({ code }) => code === 'undecodable-bytes')
  return cells instanceof CsvTable && cells.layout.isWhole && !isDamaged ? cells.layout : undefined
}
