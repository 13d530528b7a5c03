import type { JobRow } from '#api/conversions.ts'
import type { OpenedFile } from '#formats/format.ts'
import { readFilePairs } from '#formats/read-price-list.ts'
import { NATIONAL } from '#money/currency.ts'
import { checkPairs } from '#pricelist/pairs/check-pairs.ts'
import { findPairColumns } from '#pricelist/pairs/pair-columns.ts'
import { type PairDirection, derivedCurrency } from '#pricelist/pairs/price-pair.ts'
import type { AmbiguousReading } from '#pricelist/types.ts'
import type { CorrectedFile } from '#reports/corrected-file.ts'
import { areRowsOf, rowsToConvert } from '../check/corrections.ts'
import { loadFile, summarizeFile } from '../file.ts'
import { sheetsOf } from './find-source.ts'

/**
 * Writes the corrected file of a job again (CHECK-04), from the file that was checked. Its content decides: the wrong prices
 * in it must be those that the job has corrected.
 * @returns undefined for another file, or one that cannot be read
 */
export async function correctAgain(file: File, rows: readonly JobRow[]): Promise<CorrectedFile | undefined> {
  const bytes = await loadFile(file)
  if (!(bytes instanceof Uint8Array)) return undefined
  for await (const opened of sheetsOf(bytes, file.name, { allKeys: true })) {
    const found = await correctSheet(bytes, opened, file.name, rows)
    if (found) return found
  }
  return undefined
}

async function correctSheet(
  bytes: Uint8Array<ArrayBuffer>,
  file: OpenedFile,
  fileName: string,
  rows: readonly JobRow[],
): Promise<CorrectedFile | undefined> {
  const { detection } = summarizeFile(file, fileName, bytes.length)
  const { pairs, guess } = findPairColumns(file.table, detection)
  const columns = { pairs, found: pairs, areNamed: false, guess }
  for (const ambiguous of [undefined, 'decimal', 'thousands'] satisfies (AmbiguousReading | undefined)[]) {
    const choices = { columns: detection.columns, pairs, areNamed: false, ...(ambiguous && { ambiguous }) }
    const reading = readFilePairs(file, file.table, choices)
    // Only an ambiguous price is read in several ways.
    if (ambiguous === undefined && reading.question !== undefined) continue
    for (const direction of directionsOf(rows)) {
      const { mismatches } = checkPairs(reading, direction)
      const replaced = derivedCurrency(direction)
      if (mismatches.length < rows.length) continue
      const { correctedFile } = await import('#reports/corrected-file.ts')
      const written = await correctedFile({ fileName, bytes, file, columns, mismatches, replaced })
      if (areRowsOf(rows, rowsToConvert(written.corrected, replaced))) return written
    }
    if (ambiguous === undefined) return undefined
  }
  return undefined
}

/** The directions in which a check replaces the other price than these. */
const directionsOf = (rows: readonly JobRow[]): readonly PairDirection[] =>
  rows[0]?.originalCurrency === NATIONAL ? ['either', 'bgn-eur'] : ['eur-bgn']
