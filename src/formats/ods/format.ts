import { type Format, type FormatId, type Patcher, type Probe, type ReadResult, failure } from '../format.ts'

/** The start of a flat ODS: its root element, in whose tag LibreOffice declares some 40 namespaces. */
const FLAT_START = 16 * 1024

/** What says that it is a flat ODS and is none that can be read. */
const OTHER_FLAT = { kind: 'spreadsheet', format: 'OpenDocument FODS' } as const

/** OpenDocument spreadsheets: ZIP archives, of which the archive's reader has seen the media type. */
export const ods: Format = {
  binaryError: 'not-a-workbook',
  detect: (probe) => {
    if (probe.container !== 'zip' || probe.contentTypes !== undefined) return 'no'
    return probe.parts.some(({ name }) => name === 'content.xml' || name === 'encrypted-package')
      ? 'yes'
      : 'no'
  },
  read: async (probe) => {
    if (probe.container !== 'zip') return undefined
    const { readOds } = await import('./read.ts')
    return resultOf('ods', await readOds(probe.parts, optionsOf(probe)))
  },
}

/** Flat OpenDocument spreadsheets: one XML file. */
export const fods: Format = {
  binaryError: 'not-a-workbook',
  detect: (probe) => {
    if (probe.container !== 'text' || probe.decoded.encoding !== 'utf-8') return 'no'
    const head = probe.decoded.text.slice(0, FLAT_START)
    return /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[^])*-->\s*)*<(?:[\w.-]+:)?document\s/.test(head) &&
      head.includes('opendocument.spreadsheet')
      ? 'yes'
      : 'no'
  },
  read: async (probe) => {
    const { readContent } = await import('./read.ts')
    const result = readContent(probe.bytes, undefined, optionsOf(probe))
    return resultOf('fods', result) ?? failure({ code: 'other-file', file: OTHER_FLAT })
  },
}

const optionsOf = ({ limit, options: { sheet, onProgress } }: Probe) => ({ limit, sheet, onProgress })

type OdsResult = Awaited<ReturnType<(typeof import('./read.ts'))['readOds']>>

function resultOf(format: FormatId, result: OdsResult): ReadResult | undefined {
  if (result === undefined) return undefined
  if (!result.ok) return failure(result.error)
  const { sheets, sheet, table, isCut } = result
  return { ok: true, file: { format, sheets, sheet, table, isCut } }
}

export const odsPatcher: Patcher = async (bytes, { sheet }, plan, onProgress) => {
  const { patchOds } = await import('./patch/patch.ts')
  return patchOds(bytes, sheet, plan, onProgress)
}

export const fodsPatcher: Patcher = async (bytes, { sheet }, plan, onProgress) => {
  const { patchFods } = await import('./patch/patch.ts')
  return patchFods(bytes, sheet, plan, onProgress)
}
