import { textKind } from '../detect.ts'
import {
  type Format,
  type Patcher,
  type Probe,
  type ReadResult,
  type UnsupportedKind,
  failure,
} from '../format.ts'
import type { WorkbookProbe } from '../spreadsheet/read-workbook.ts'
import { identifyText } from '../unsupported/unsupported-text.ts'

/** Workbooks of Excel 97 to 2003 and before, XML 2003, and HTML tables, which all have the name of an XLS. Patched as XLSX. */
export const xls: Format = {
  binaryError: 'not-a-workbook',
  detect: (probe) => {
    if (probe.container === 'dbf') return 'no'
    if (probe.container !== 'text') return probe.container === 'zip' ? 'no' : 'yes'
    const { text } = probe.decoded
    const kind = textKind(text, probe.named)
    return kind === 'xml-workbook' || (kind === 'html' && mayHaveTable(text)) ? 'yes' : 'no'
  },
  read: async (probe) => {
    switch (probe.container) {
      case 'ole':
        return readOle(probe)
      case 'old-xls':
        return readWithLibrary(probe)
      case 'text':
        return textKind(probe.decoded.text, probe.named) === 'html'
          ? readHtml(probe.decoded.text, probe.limit)
          : readWithLibrary(probe)
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

const HTML: ReadonlySet<UnsupportedKind> = new Set(['misnamed', 'web-page'])

/** Whether the text is a web page, and not XML, mail or a drawing with HTML in it. */
function mayHaveTable(text: string): boolean {
  const file = identifyText(text)
  return file === undefined || HTML.has(file.kind)
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

async function readHtml(text: string, limit: number): Promise<ReadResult> {
  const { readHtmlTable } = await import('../html/read.ts')
  const { rows, isCut } = readHtmlTable(text, limit)
  if (rows.length === 0) return failure({ code: 'other-file', file: { kind: 'web-page', format: 'HTML' } })
  return { ok: true, file: { format: 'xls', table: rows, isCut } }
}
