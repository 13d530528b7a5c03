import type { WriteBackPlan } from '#writeback/plan.ts'
// Loaded with this module: as a chunk of its own it delays the first returned CSV by 40 ms.
import { csvPatcher } from './csv/patch.ts'
import { dbfPatcher } from './dbf/format.ts'
import { xmlPatcher } from './feed/format.ts'
import type { FormatId, OpenedFile, Patcher, WriteBackResult } from './format.ts'
import { htmlPatcher } from './html/format.ts'
import { jsonPatcher } from './json/format.ts'
import { fodsPatcher, odsPatcher } from './ods/format.ts'
import { xlsPatcher } from './xls/format.ts'
import { xlsbPatcher } from './xlsb/format.ts'
import { xlsmPatcher, xlsxPatcher } from './xlsx/format.ts'

/**
 * The patcher of every format. That of a format that is only read writes the table (`applyPlan`) as a new workbook
 * (`writtenTableXlsx`) with the warning `not-kept`; its `patchedAs` is then 'xlsx'.
 */
const PATCHERS: Readonly<Record<FormatId, Patcher>> = {
  csv: csvPatcher,
  json: jsonPatcher,
  xlsx: xlsxPatcher,
  xlsm: xlsmPatcher,
  xls: xlsPatcher,
  xlsb: xlsbPatcher,
  html: htmlPatcher,
  ods: odsPatcher,
  fods: fodsPatcher,
  dbf: dbfPatcher,
  xml: xmlPatcher,
}

/**
 * The user's own file with the planned changes, everything else in it unchanged (CONV-08): delimited text, JSON and DBF byte
 * for byte, workbooks part for part. UTF-16 with missing or extra bytes is written as it was read. A packed file is packed again.
 * @param bytes the file as it was opened
 * @param plan rows and columns are those of `file.table`
 * @param onProgress called with 0 to 1
 */
export async function writeBack(
  bytes: Uint8Array<ArrayBuffer>,
  file: OpenedFile,
  plan: WriteBackPlan,
  onProgress: (done: number) => void = () => {},
): Promise<WriteBackResult> {
  const patch = PATCHERS[file.format]
  if (file.packing === undefined) return patch(bytes, file, plan, onProgress)
  const { repack } = await import('./packed/repack.ts')
  return repack(bytes, file, (unpacked, list) => patch(unpacked, list, plan, onProgress))
}
