import { expect } from 'vitest'
import { openFile } from '#formats/open-file.ts'
import type { OpenedFile } from '#formats/format.ts'
import { readFilePairs } from '#formats/read-price-list.ts'
import { EURO, type Currency } from '#money/currency.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { type PriceCheck, checkPairs } from '#pricelist/pairs/check-pairs.ts'
import { findPairColumns } from '#pricelist/pairs/pair-columns.ts'
import { type PairDirection, derivedCurrency } from '#pricelist/pairs/price-pair.ts'
import { type CorrectedFile, correctedFile } from '#reports/corrected-file.ts'
import type { ComparedColumns } from '#reports/types.ts'

type Bytes = Uint8Array<ArrayBuffer>

export type Checked = { bytes: Bytes; file: OpenedFile; columns: ComparedColumns; check: PriceCheck }

/** Opens a file and checks its price pairs by the columns that are found. */
export async function checked(
  bytes: Bytes,
  fileName: string,
  direction: PairDirection = 'either',
): Promise<Checked> {
  const opened = await openFile(bytes, { fileName, allKeys: true })
  if (!opened.ok) return expect.fail(`${fileName}: ${opened.error.code}`)
  const { file } = opened
  const detection = detectColumns(file.table)
  const { pairs, guess } = findPairColumns(file.table, detection)
  const reading = readFilePairs(file, file.table, { columns: detection.columns, pairs, areNamed: false })
  const columns = { pairs, found: pairs, areNamed: false, guess }
  return { bytes, file, columns, check: checkPairs(reading, direction) }
}

export type Corrected = Omit<CorrectedFile, 'file'> & { bytes: Bytes; text: string; before: PriceCheck }

/** Corrects every mismatch of a file. `replaced`: by default the prices that are not the originals. */
export async function corrected(
  bytes: Bytes,
  fileName: string,
  direction: PairDirection = 'either',
  replaced: Currency = direction === 'either' ? EURO : derivedCurrency(direction),
): Promise<Corrected> {
  const { check, ...source } = await checked(bytes, fileName, direction)
  const { file, ...about } = await correctedFile({
    fileName,
    ...source,
    mismatches: check.mismatches,
    replaced,
  })
  const written = new Uint8Array(await file.arrayBuffer())
  return { ...about, bytes: written, text: new TextDecoder().decode(written), before: check }
}
