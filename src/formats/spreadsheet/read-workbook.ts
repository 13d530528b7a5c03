import { type FormatId, type Probe, type ReadResult, failure } from '../format.ts'
import { extractAll } from '../zip/read.ts'
import { storeZip } from '../zip/write.ts'
import { type WorkbookData, readWorkbook } from './library.ts'

/** Of what can be a workbook. */
export type WorkbookProbe = Exclude<Probe, { container: 'dbf' }>

/** Reads a workbook of any format with SheetJS. A module of its own, so that SheetJS is loaded when it is needed. */
export async function readWithLibrary(probe: WorkbookProbe, format: FormatId): Promise<ReadResult> {
  const workbook = await readWorkbook(await workbookData(probe), probe.limit, probe.options.sheet)
  if (workbook.ok) {
    const { sheets, sheet, table, isCut } = workbook
    return { ok: true, file: { format, sheets, sheet, table, isCut } }
  }
  return workbook.reason === 'unknown-sheet'
    ? failure({ code: 'unknown-sheet', sheets: workbook.sheets, kind: 'sheet' })
    : failure({ code: 'unreadable', reason: workbook.reason })
}

/** Unpacked archives are stored again: SheetJS checks neither sizes nor CRC-32. */
async function workbookData(probe: WorkbookProbe): Promise<WorkbookData> {
  switch (probe.container) {
    case 'zip':
      return { kind: 'zip', bytes: storeZip(await extractAll(probe.parts)) }
    case 'text':
      return { kind: 'xml', text: probe.decoded.text }
    case 'ole':
    case 'old-xls':
      return { kind: 'xls', bytes: probe.bytes }
  }
}
