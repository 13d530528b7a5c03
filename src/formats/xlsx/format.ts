import {
  type Format,
  type FormatId,
  type Patcher,
  type Probe,
  type ReadProgress,
  type ReadResult,
  failure,
} from '../format.ts'
import type { WorkbookTable } from '../spreadsheet/library.ts'
import type { ZipPart } from '../zip/read.ts'

const MACRO_WORKBOOK = /^application\/vnd\.ms-excel\.(?:sheet|template)\.macroEnabled\.main\+xml$/i
const WORKBOOK = /spreadsheetml\.(?:sheet|template)\.main\+xml$/i

export const xlsx: Format = {
  binaryError: 'not-a-workbook',
  detect: (probe) => {
    if (hasContentType(probe, MACRO_WORKBOOK)) return 'no'
    if (hasContentType(probe, WORKBOOK)) return 'yes'
    return hasPart(probe, 'xl/workbook.xml') && !hasPart(probe, 'xl/workbook.bin') ? 'maybe' : 'no'
  },
  read: (probe) => readPackage(probe, 'xlsx', readSheet),
}

export const xlsm: Format = {
  binaryError: 'not-a-workbook',
  detect: (probe) => (hasContentType(probe, MACRO_WORKBOOK) ? 'yes' : 'no'),
  read: (probe) => readPackage(probe, 'xlsm', readSheet),
}

export const hasContentType = (probe: Probe, type: RegExp): boolean =>
  probe.container === 'zip' && probe.contentTypes?.some((one) => type.test(one)) === true

/** @param part in lower case. Only of Open Packaging archives. */
export const hasPart = (probe: Probe, part: string): boolean =>
  probe.container === 'zip' &&
  probe.contentTypes !== undefined &&
  probe.parts.some(({ name }) => name.toLowerCase() === part)

/** Undefined for a workbook that only SheetJS understands. */
type ReadSheet = (
  parts: readonly ZipPart[],
  limit: number,
  sheet: string | undefined,
  onProgress: ReadProgress | undefined,
) => Promise<WorkbookTable | undefined>

/** Reads an Open Packaging workbook with the format's own reader, else with SheetJS. */
export async function readPackage(
  probe: Probe,
  format: FormatId,
  readOwn: ReadSheet,
): Promise<ReadResult | undefined> {
  if (probe.container !== 'zip') return undefined
  const { onProgress, sheet: chosen } = probe.options
  const own = await readOwn(probe.parts, probe.limit, chosen, onProgress)
  if (own !== undefined) {
    const { sheets, sheet, table, isCut } = own
    return { ok: true, file: { format, sheets, sheet, table, isCut } }
  }
  const { isWithinLimits } = await import('../zip/read.ts')
  if (!isWithinLimits(probe.parts)) return failure({ code: 'unreadable', reason: 'bomb' })
  const { readWithLibrary } = await import('../spreadsheet/read-workbook.ts')
  return readWithLibrary(probe, format)
}

const readSheet: ReadSheet = async (...given) => {
  const { readXlsx } = await import('./read/read.ts')
  return readXlsx(...given)
}

export const xlsxPatcher: Patcher = (...given) => patchInPlace('xlsx', ...given)

export const xlsmPatcher: Patcher = (...given) => patchInPlace('xlsm', ...given)

async function patchInPlace(
  format: FormatId,
  ...[bytes, { sheet }, plan, onProgress]: Parameters<Patcher>
): ReturnType<Patcher> {
  const { patchWorkbook } = await import('./patch/patch.ts')
  return { ...(await patchWorkbook(bytes, sheet, plan, onProgress)), format }
}
