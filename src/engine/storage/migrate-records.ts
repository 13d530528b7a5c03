import { formatOfName } from '#formats/format.ts'
import { byCurrency } from '#money/currency.ts'
import { emptyOmittedCounts } from '../types.ts'

type Saved = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Saved => typeof value === 'object' && value !== null

/** Applies `change` to the property `key`, if it is an object. */
const within = (saved: Saved, key: string, change: (inner: Saved) => Saved): Saved => {
  const inner = saved[key]
  return isRecord(inner) ? { ...saved, [key]: change(inner) } : saved
}

/** From one price column to several. */
const withMorePrices = (saved: Saved): Saved =>
  within(saved, 'columns', (columns) => ({ morePrices: [], ...columns }))

/** From detection with one question (is the guess right?), without rivals and side tables. */
const migrateDetection = (detection: Saved): Saved => ({
  firstRows: [],
  question: detection['certain'] === false ? 'no-price-title' : null,
  candidates: [],
  rivals: [],
  tables: [],
  ...withMorePrices(detection),
})

const migrateRowsSummary = (facts: Saved): Saved => ({
  omitted: emptyOmittedCounts(),
  inCurrency: byCurrency(() => 0),
  ...within(
    within(within(facts, 'choices', withMorePrices), 'file', (file) =>
      within(file, 'detection', migrateDetection),
    ),
    'guards',
    (guards) => ({ rivals: [], ...guards }),
  ),
})

/** Migration of each kind of record; current properties of a record have priority. */
const CHANGES: Readonly<Record<string, ((saved: Saved) => Saved) | undefined>> = {
  // With one price column a row's id is its line.
  rows: (rows) =>
    within(
      { ids: rows['lines'], nextId: rows['nextLine'], omissions: [], ...rows },
      'facts',
      migrateRowsSummary,
    ),
  results: (results) => within(results, 'facts', (facts) => ({ priceColumns: [], ...facts })),
  source: (source) =>
    within(
      { ids: source['lines'], format: formatOfName(String(source['name'])), ...source },
      'rowChoices',
      withMorePrices,
    ),
}

/** The current form of a record that an earlier version of the page may have saved; undefined when there is none. */
export const migrateRecord = (key: string, saved: unknown): unknown =>
  isRecord(saved) ? (CHANGES[key]?.(saved) ?? saved) : undefined
