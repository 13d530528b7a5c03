import type { Currency } from '#money/currency.ts'
import type { CellObject } from '@e965/xlsx'
import type { Meaning } from './price-hand.ts'

/** A cell as text files have it, and as a workbook stores it where that is another thing. */
export type FuzzCell = { readonly text: string; readonly stored?: CellObject }

export type PersonReading =
  | {
      readonly kind: 'price'
      readonly price: string
      readonly currency: Currency
      /** The same price as a second column has it in the other currency: either may be converted. */
      readonly also?: { readonly price: string; readonly currency: Currency }
    }
  | Extract<Meaning, { kind: 'none' }>

/** The expected reading of the data row of one line. */
export type Expected = { readonly line: number; readonly name: string; readonly reading: PersonReading }

/** A price list before it is written to a file: cells, and the expected reading of each row. */
export type PriceList = {
  readonly grid: readonly (readonly FuzzCell[])[]
  readonly expected: readonly Expected[]
  /** Whether a title says which column is the price. */
  readonly isTitled: boolean
}

/** The currency of rows that name none, in every run. */
export const DEFAULT_CURRENCY: Currency = 'BGN'

export type FuzzFile = {
  readonly fileName: string
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Undefined for a damaged file without a defined reading. */
  readonly expected?: readonly Expected[]
  readonly isTitled?: boolean
  /** Whether strict validation may reject the whole file. */
  readonly isRefusable?: boolean
  /** The whole file of which this archive is a damaged copy. */
  readonly original?: Uint8Array<ArrayBuffer>
  /** How it was made, for the report of a failure. */
  readonly traits: string
}
