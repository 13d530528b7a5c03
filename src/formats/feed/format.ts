import { HEADER_ROWS } from '#pricelist/headers/header-row.ts'
import type { Format, Patcher } from '../format.ts'
import { identifyText } from '../unsupported/unsupported-text.ts'

/** XML with repeated elements that have prices: product feeds, exports of shops and accounting programs. */
export const xml: Format = {
  binaryError: 'broken',
  // Workbooks, web pages and drawings in XML are of other kinds.
  detect: (probe) =>
    probe.container === 'text' &&
    /^[\s\ufeff]*</.test(probe.decoded.text.slice(0, 4096)) &&
    identifyText(probe.decoded.text)?.kind === 'xml'
      ? 'yes'
      : 'no',
  read: async (probe) => {
    if (probe.container !== 'text') return undefined
    const { bytes, decoded, limit, options } = probe
    const { readFeed } = await import('./read.ts')
    return readFeed(bytes, decoded, {
      sheet: options.sheet,
      limit: limit - HEADER_ROWS,
      isChosen: options.encoding !== undefined,
    })
  },
}

export const xmlPatcher: Patcher = async (bytes, file, plan) => {
  const { patchFeed } = await import('./patch.ts')
  return patchFeed(bytes, file, plan)
}
