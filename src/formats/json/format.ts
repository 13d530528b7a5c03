import { HEADER_ROWS } from '#pricelist/headers/header-row.ts'
import { textKind } from '../detect.ts'
import { type Format, type Patcher, failure, promisedFormat } from '../format.ts'

export const json: Format = {
  binaryError: 'not-json',
  detect: (probe) =>
    probe.container === 'text' && textKind(probe.decoded.text, probe.named) === 'json' ? 'yes' : 'no',
  read: async (probe) => {
    if (probe.container !== 'text') return undefined
    const { limit, options, decoded } = probe
    const { readJsonPriceList } = await import('./read.ts')
    const result = readJsonPriceList(decoded.text, limit - HEADER_ROWS, options.allKeys)
    if (result.ok) return { ok: true, file: { format: 'json', table: result.table, isCut: result.isCut } }
    // Text that only begins like JSON, in a file that promises another format, is read as delimited text.
    const promised = promisedFormat(options.fileName) ?? 'json'
    const isOtherText = promised !== 'json' && result.error.code === 'unreadable'
    return isOtherText ? undefined : failure(result.error)
  },
}

export const jsonPatcher: Patcher = async (bytes, _file, plan) => {
  const { patchJson } = await import('./patch.ts')
  return patchJson(bytes, plan)
}
