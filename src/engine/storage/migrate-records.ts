import { formatOfName } from '#formats/format.ts'
import { noneOmitted } from '../types.ts'

type Kept = Readonly<Record<string, unknown>>

const isKept = (value: unknown): value is Kept => typeof value === 'object' && value !== null

/** With `change` made to what is kept under `key`, where there is something. */
const within = (kept: Kept, key: string, change: (inner: Kept) => Kept): Kept => {
  const inner = kept[key]
  return isKept(inner) ? { ...kept, [key]: change(inner) } : kept
}

/** There was one price column. */
const withMorePrices = (kept: Kept): Kept =>
  within(kept, 'columns', (columns) => ({ morePrices: [], ...columns }))

/** Nothing was asked about columns but whether a guess is right, and neither rivals nor further tables were told. */
const detectionOf = (detection: Kept): Kept => ({
  firstRows: [],
  question: detection['certain'] === false ? 'no-price-title' : null,
  candidates: [],
  rivals: [],
  tables: [],
  ...withMorePrices(detection),
})

const factsOfRows = (facts: Kept): Kept => ({
  omitted: noneOmitted(),
  inCurrency: { BGN: 0, EUR: 0 },
  ...within(
    within(within(facts, 'choices', withMorePrices), 'file', (file) =>
      within(file, 'detection', detectionOf),
    ),
    'guards',
    (guards) => ({ rivals: [], ...guards }),
  ),
})

/** Of each kind of record what an earlier version of the page had otherwise, or had not at all. */
const CHANGES: Readonly<Record<string, ((kept: Kept) => Kept) | undefined>> = {
  // With one price column a row's id is its line.
  rows: (rows) =>
    within({ ids: rows['lines'], nextId: rows['nextLine'], omissions: [], ...rows }, 'facts', factsOfRows),
  results: (results) => within(results, 'facts', (facts) => ({ priceColumns: [], ...facts })),
  source: (source) =>
    within(
      { ids: source['lines'], format: formatOfName(String(source['name'])), ...source },
      'rowChoices',
      withMorePrices,
    ),
}

/** A record as it is kept today, of one that an earlier version of the page may have kept: nobody loses rows by an update. */
export const migrateRecord = (key: string, saved: unknown): unknown =>
  isKept(saved) ? (CHANGES[key]?.(saved) ?? saved) : undefined
