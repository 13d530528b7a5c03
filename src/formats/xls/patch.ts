import type { Encoding } from '#table/text-source.ts'
import type { WriteBackResult } from '../format.ts'
import type { Bytes } from '../bytes/bytes.ts'
import { convertToXlsx } from './convert.ts'
import { patchWorkbook } from '../xlsx/patch/patch.ts'
import type { WriteBackPlan } from '#writeback/plan.ts'

/** The file as it was opened; `sheet` is the one whose table the plan refers to. */
type WorkbookFile = {
  readonly sheet: string | undefined
  /** Chosen by the user for an HTML page with the extension of a workbook. */
  readonly encoding: Encoding | undefined
}

/** Share of the work done by the conversion. */
const CONVERSION_SHARE = 0.5

/**
 * Writes new prices into the user's workbook (CONV-08) of a format that cannot be patched in place: it is converted to XLSX
 * first. Throws for a workbook that cannot be read: it was opened before.
 * @param onProgress called with 0 to 1
 */
export async function convertAndPatch(
  bytes: Bytes,
  { sheet, encoding }: WorkbookFile,
  plan: WriteBackPlan,
  onProgress: (done: number) => void = () => {},
): Promise<WriteBackResult> {
  const converted = await convertToXlsx(bytes, encoding, sheet)
  onProgress(CONVERSION_SHARE)
  const { warnings, ...patched } = await patchWorkbook(converted, sheet, plan, (done) =>
    onProgress(CONVERSION_SHARE + done * (1 - CONVERSION_SHARE)),
  )
  return { ...patched, format: 'xlsx', warnings: ['not-kept', ...warnings] }
}
