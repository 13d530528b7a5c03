import type { Currency } from '#money/currency.ts'
import { type OpenedFile, writtenExtension } from '#formats/format.ts'
import { firstLineOf } from '#formats/read-price-list.ts'
import { writeBack } from '#formats/write-back.ts'
import type { Mismatch } from '#pricelist/pairs/check-pairs.ts'
import { columnName } from '#table/column-name.ts'
import { findCorrections, planForCorrections } from '#writeback/correction-plan.ts'
import { writtenType } from '#formats/media-type.ts'
import type { ComparedColumns } from './types.ts'

/** The user's file with the right prices in place of the wrong ones. */
export type CorrectedFile = {
  readonly file: Blob
  /** Without the first dot. */
  readonly extension: string
  /** The pairs whose wrong price is replaced, in the order of the check. */
  readonly corrected: readonly Mismatch[]
  /** Wrong prices that stay: computed by a formula, or in a text that cannot be changed safely. */
  readonly kept: { readonly formulas: number; readonly texts: number }
}

type CorrectionTask = {
  readonly fileName: string
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly file: OpenedFile
  readonly columns: ComparedColumns
  readonly mismatches: readonly Mismatch[]
  /** The currency of the prices that are replaced. */
  readonly replaced: Currency
}

/** Writes the right prices into the user's own file (CHECK-04). Everything else in it stays as it is, as in CONV-08. */
export async function correctedFile({
  fileName,
  bytes,
  file,
  columns,
  mismatches,
  replaced,
}: CorrectionTask): Promise<CorrectedFile> {
  const { table } = file
  const { corrections, unchangeable } = findCorrections({
    table,
    pairs: columns.pairs,
    mismatches,
    replaced,
    firstLine: firstLineOf(file),
  })
  const { parts, format, lockedCells } = await writeBack(bytes, file, planForCorrections(table, corrections))
  const written = corrections.filter(
    ({ row, column }) => lockedCells?.has(columnName(column) + (row + 1)) !== true,
  )
  return {
    file: new Blob([...parts], { type: writtenType(format, file) }),
    extension: writtenExtension(file, fileName),
    corrected: written.map(({ mismatch }) => mismatch),
    kept: { formulas: corrections.length - written.length, texts: unchangeable },
  }
}
