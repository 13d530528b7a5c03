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

/** What a person reads in the data row of one line. */
export type Expected = { readonly line: number; readonly name: string; readonly reading: PersonReading }

/** A price list before it is a file: cells, and what a person reads in each of its rows. */
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
  /** Undefined for a damaged file, of which nobody can say what is in it. */
  readonly expected?: readonly Expected[]
  readonly isTitled?: boolean
  /** Whether a strict check may refuse the file whole. */
  readonly isRefusable?: boolean
  /** The whole file of which this archive is a damaged copy. */
  readonly original?: Uint8Array<ArrayBuffer>
  /** How it was made, for the report of a failure. */
  readonly traits: string
}
