import { textKind } from '../detect.ts'
import { type Format, type Patcher, type Probe, type ReadResult, failure } from '../format.ts'
import type { WorkbookProbe } from '../spreadsheet/read-workbook.ts'

/** Workbooks of Excel 97 to 2003 and before, and XML 2003. Patched as XLSX. */
export const xls: Format = {
  binaryError: 'not-a-workbook',
  detect: (probe) => {
    if (probe.container === 'dbf') return 'no'
    if (probe.container !== 'text') return probe.container === 'zip' ? 'no' : 'yes'
    return textKind(probe.decoded.text, probe.named) === 'xml-workbook' ? 'yes' : 'no'
  },
  read: async (probe) => {
    switch (probe.container) {
      case 'ole':
        return readOle(probe)
      case 'old-xls':
      case 'text':
        return readWithLibrary(probe)
      case 'zip':
      case 'dbf':
        return undefined
    }
  },
}

export const xlsPatcher: Patcher = async (bytes, { sheet, encoding }, plan, onProgress) => {
  const { convertAndPatch } = await import('./patch.ts')
  return convertAndPatch(bytes, { sheet, encoding }, plan, onProgress)
}

async function readWithLibrary(probe: WorkbookProbe): Promise<ReadResult> {
  const library = await import('../spreadsheet/read-workbook.ts')
  return library.readWithLibrary(probe, 'xls')
}

async function readOle(probe: Extract<Probe, { container: 'ole' }>): Promise<ReadResult> {
  const { readXls } = await import('./read.ts')
  const own = readXls(probe.bytes, probe.limit, probe.options.sheet)
  if (own !== undefined) {
    const { sheets, sheet, table, isCut } = own
    return { ok: true, file: { format: 'xls', sheets, sheet, table, isCut } }
  }
  const result = await readWithLibrary(probe)
  const isOtherOffice =
    !result.ok &&
    result.error.code === 'unreadable' &&
    result.error.reason === 'not-a-workbook' &&
    probe.content.kind === 'office'
  return isOtherOffice ? failure({ code: 'other-file', file: probe.content }) : result
}
