import type { Format, Patcher } from '../format.ts'
import { hasContentType, hasPart, readPackage } from '../xlsx/format.ts'

const WORKBOOK = /^application\/vnd\.ms-excel\.sheet\.binary\.macroEnabled\.main$/i

/** Binary workbooks ([MS-XLSB]). They are patched as XLSX. */
export const xlsb: Format = {
  binaryError: 'not-a-workbook',
  // A default content type by extension is no sign: SheetJS writes one for `bin` into every workbook.
  detect: (probe) => {
    if (hasContentType(probe, WORKBOOK)) return 'yes'
    return hasPart(probe, 'xl/workbook.bin') ? 'maybe' : 'no'
  },
  read: (probe) =>
    readPackage(probe, 'xlsb', async (parts, limit, sheet) => {
      const { extractAll, isWithinLimits } = await import('../zip/read.ts')
      if (!isWithinLimits(parts)) return undefined
      const { readXlsb } = await import('./read.ts')
      return readXlsb(await extractAll(parts), limit, sheet)
    }),
}

export const xlsbPatcher: Patcher = async (bytes, { sheet, encoding }, plan, onProgress) => {
  const { convertAndPatch } = await import('../xls/patch.ts')
  return convertAndPatch(bytes, { sheet, encoding }, plan, onProgress)
}
