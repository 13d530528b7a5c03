import { HEADER_ROWS } from '#pricelist/headers/header-row.ts'
import { textKind } from '../detect.ts'
import { type Format, type Patcher, failure, promisedFormat } from '../format.ts'
import { identifyText } from '../unsupported/unsupported-text.ts'

export const json: Format = {
  binaryError: 'not-json',
  detect: (probe) =>
    probe.container === 'text' && textKind(probe.decoded.text, probe.named) === 'json' ? 'yes' : 'no',
  read: async (probe) => {
    if (probe.container !== 'text') return undefined
    const { limit, options, decoded } = probe
    const { readJson } = await import('./read-json.ts')
    const result = readJson(decoded, limit - HEADER_ROWS, options)
    const promised = promisedFormat(options.fileName) ?? 'json'
    if (result.ok || promised === 'json') return result
    const isSearched = result.error.code === 'unreadable' || result.error.code === 'no-rows'
    const file = isSearched ? identifyText(decoded.text) : undefined
    if (file !== undefined) return failure({ code: 'other-file', file })
    // Text that only begins like JSON, in a file that promises another format, is read as delimited text.
    return result.error.code === 'unreadable' ? undefined : result
  },
}

export const jsonPatcher: Patcher = async (bytes, file, plan) => {
  const { patchJson } = await import('./patch.ts')
  return patchJson(bytes, plan, file)
}
