import { openFile } from '#formats/open-file.ts'
import { readPriceList } from '#formats/read-price-list.ts'
import { perLineOf } from '#pricelist/types.ts'
import { RowStore } from '../bulk/row-store.ts'
import { detectedReading } from '../bulk/file-reading.ts'
import { loadFile, summarizeFile } from '../file.ts'
import type { CountApi } from './types.ts'

/** Counts the prices of a file as the bulk conversion would read it, and keeps nothing of it. */
export class CountSession implements CountApi {
  async countPrices(file: File): Promise<number | null> {
    const bytes = await loadFile(file)
    if (!(bytes instanceof Uint8Array)) return null
    const result = await openFile(bytes, { fileName: file.name })
    if (!result.ok) return null
    const { choices } = detectedReading(summarizeFile(result.file, file.name, bytes.length), null)
    const reading = readPriceList(result.file, file.name, choices)
    return RowStore.fromReading(reading, reading.table.length, perLineOf(choices)).tally.counts.validRows
  }
}
