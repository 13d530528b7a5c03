import { textKind } from '../detect.ts'
import { type Format, type Probe, type ReadResult, type UnsupportedKind, failure } from '../format.ts'
import { hasPriceTitle } from '../header-choice.ts'
import { identifyText } from '../unsupported/unsupported-text.ts'
import { xlsPatcher } from '../xls/format.ts'

/** The tables of a web page, which many shops export with the name of an XLS. Patched as XLSX. */
export const html: Format = {
  binaryError: 'broken',
  detect: (probe) => {
    if (probe.container !== 'text') return 'no'
    const { text } = probe.decoded
    return textKind(text, probe.named) === 'html' && mayHaveTable(text) ? 'yes' : 'no'
  },
  read: async (probe) => (probe.container === 'text' ? readPage(probe.decoded.text, probe) : undefined),
}

export const htmlPatcher = xlsPatcher

const PAGES: ReadonlySet<UnsupportedKind> = new Set(['misnamed', 'web-page'])

/** Whether the text is a web page, and not XML, mail or a drawing with HTML in it. */
function mayHaveTable(text: string): boolean {
  const file = identifyText(text)
  return file === undefined || PAGES.has(file.kind)
}

/** A page with the name of a price list is an export, whatever its titles; of another one a title must name a price. */
async function readPage(text: string, { named, limit }: Pick<Probe, 'named' | 'limit'>): Promise<ReadResult> {
  const { readHtmlTable } = await import('./read.ts')
  const { rows: table, isCut } = readHtmlTable(text, limit)
  const isExport = named !== undefined && named !== 'html'
  if (table.length === 0 || (!isExport && !hasPriceTitle(table)))
    return failure({ code: 'other-file', file: { kind: 'web-page', format: 'HTML' } })
  return { ok: true, file: { format: named === 'xls' ? 'xls' : 'html', table, isCut } }
}
