import { existsSync, readFileSync } from 'node:fs'

/** Shared price lists outside the repository; the fixtures have the same traits. */
const FOLDER = new URL('../../shared/catalogues/', import.meta.url)

type Expected = {
  nameColumn?: string
  priceColumn?: string
  dataRows?: number
  items?: number
  valid?: number
  invalid?: number
  empty?: number
  sumOfPrices?: string
  sumIfPricesAreBgn_inEur?: string
  sumIfPricesAreEur_inBgn?: string
  sumInBgn?: string
  first?: { name: string; price: string; bgnToEur: string; eurToBgn: string }[]
  error?: string
}

export type Listed = {
  file: string
  format: string
  encoding?: string
  delimiter?: string
  expect: Expected
}

export const areCataloguesThere = existsSync(FOLDER)

/** Expected contents, computed independently of the product; empty when the lists are not available. */
export const LISTED: Listed[] = areCataloguesThere
  ? (JSON.parse(readFileSync(new URL('index.json', FOLDER), 'utf8')) as Listed[])
  : []

/** Lists whose rows are read without a question. */
export const LISTED_WITH_ROWS = LISTED.filter(
  ({ expect }) => expect.dataRows !== undefined || expect.items !== undefined,
)

export const pathOfListed = (file: string): URL => new URL(file, FOLDER)

export const readListed = (file: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(pathOfListed(file)))
