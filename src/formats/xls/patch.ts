import type { Encoding } from '#table/text-source.ts'
import type { FormatId, WriteBackResult } from '../format.ts'
import type { Bytes } from '../bytes/bytes.ts'
import { convertToXlsx } from './convert.ts'
import { patchWorkbook } from '../xlsx/patch/patch.ts'
import type { WriteBackPlan } from '#writeback/plan.ts'

/** What the file is, as it was opened, and the sheet whose table the order speaks of. */
type WorkbookFile = {
  readonly format: FormatId
  readonly sheet: string | undefined
  /** As the person chose it for a web page under the name of a workbook. */
  readonly encoding: Encoding | undefined
}

/** Making a workbook of another format is as much work as editing it. */
const CONVERSION_SHARE = 0.5

/**
 * The user's own workbook with the new prices (CONV-08): edited in place where it is XLSX or XLSM, else made XLSX first. The
 * file has been opened before, so that one that cannot be read is a defect, and throws.
 * @param onProgress hears 0 to 1
 */
export async function writeBackWorkbook(
  bytes: Bytes,
  { format, sheet, encoding }: WorkbookFile,
  order: WriteBackPlan,
  onProgress: (done: number) => void = () => {},
): Promise<WriteBackResult> {
  if (format === 'xlsx' || format === 'xlsm') {
    const { parts, warnings: notes } = await patchWorkbook(bytes, sheet, order, onProgress)
    return { parts, format, notes }
  }
  const converted = await convertToXlsx(bytes, encoding, sheet)
  onProgress(CONVERSION_SHARE)
  const { parts, warnings: notes } = await patchWorkbook(converted, sheet, order, (done) =>
    onProgress(CONVERSION_SHARE + done * (1 - CONVERSION_SHARE)),
  )
  return { parts, format: 'xlsx', notes: ['not-kept', ...notes] }
}
