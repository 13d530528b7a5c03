/** The SQL that `levro sql` prints, run by the databases that it is for. */
import { DuckDBInstance } from '@duckdb/node-api'
import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { levro } from '../levro-command.ts'
import { referenceAmount, referenceMinor } from '../reference-rate.ts'
import { startMariaDb } from './mariadb.ts'

type Amounts = { bgn: string; eur: string }[]

const VECTORS = JSON.parse(readFileSync(new URL('../vectors/conversion.json', import.meta.url), 'utf8')) as {
  bgnToEur: Amounts
  eurToBgn: Amounts
}

/** Prices of more than two decimals, of the largest size, below zero, and none. */
const OTHER_PRICES = [
  '0.00977915',
  '0.00977914',
  '1.005',
  '90000000.005',
  '9999999.99',
  '0',
  '-1.95583',
  '-0.01',
]

/** Amounts from 0.01 on, converted by each database; fewer where another one stands for it. */
const [COUNT, FEWER] = [2_000_000, 20_000]

/** A database: its dialect, how it makes the whole numbers from 1 to `COUNT`, and how a query is run in it. */
type Database = {
  dialect: string
  /** What of the text is written otherwise where another database stands for this one. */
  translate?: (expression: string) => string
  /** The table expression of the numbers, in a column `n`. */
  numbers: string
  /** The type of exact prices with `decimals` decimals. */
  type: string
  /** Values of the first row, as texts. */
  first: (query: string) => Promise<(string | null)[]>
  /** Runs a statement that makes a function, where the database has them. */
  define?: ((statement: string) => Promise<unknown>) | undefined
  stop: () => unknown
}

/** A database that runs the expressions of another one, which cannot be had here: both define the same operators alike. */
const inPlaceOf =
  (
    start: () => Promise<Database>,
    dialect: string,
    translate: (expression: string) => string,
  ): (() => Promise<Database>) =>
  async () => ({ ...(await start()), dialect, translate, define: undefined })

const OWN_STARTS = {
  DuckDB: async () => {
    const connection = await (await DuckDBInstance.create(':memory:')).connect()
    return {
      dialect: 'duckdb',
      numbers: `(select range as n from range(1, ${COUNT + 1}))`,
      type: 'DECIMAL(27, 8)',
      first: async (query) => {
        const [row = []] = (await connection.runAndReadAll(query)).getRowsJson()
        return row.map((value) => (value === null ? null : JSON.stringify(value).replaceAll('"', '')))
      },
      define: (statement) => connection.run(statement),
      stop: () => connection.closeSync(),
    }
  },
  PostgreSQL: async () => {
    const url = new URL(inject('postgresUrl'))
    const [maintenance, name] = [new Client({ connectionString: url.href }), `levro_sql_${process.pid}`]
    await maintenance.connect()
    await maintenance.query(`create database ${name}`)
    url.pathname = `/${name}`
    const client = new Client({ connectionString: url.href })
    await client.connect()
    return {
      dialect: 'postgres',
      numbers: `(select n from generate_series(1, ${COUNT}) as n)`,
      type: 'NUMERIC(27, 8)',
      first: async (query) => {
        const { rows } = await client.query<(string | null)[]>({ text: query, rowMode: 'array' })
        return rows[0] ?? []
      },
      define: (statement) => client.query(statement),
      async stop() {
        await client.end()
        await maintenance.query(`drop database ${name}`)
        await maintenance.end()
      },
    }
  },
  MariaDB: async () => {
    const { query, stop } = await startMariaDb()
    return {
      dialect: 'mysql',
      numbers: `(select seq as n from seq_1_to_${COUNT})`,
      type: 'DECIMAL(27, 8)',
      first: async (text) => ((await query(text))[0] ?? []).map((value) => (value === 'NULL' ? null : value)),
      define: query,
      stop,
    }
  },
  SQLite: async () => {
    const db = new DatabaseSync(':memory:')
    return {
      dialect: 'sqlite',
      numbers: `(with recursive all_numbers(n) as (select 1 union all select n + 1 from all_numbers where n < ${COUNT}) select n from all_numbers)`,
      type: 'REAL',
      first: async (query) => {
        const statement = db.prepare(query)
        statement.setReadBigInts(true)
        return Object.values(statement.get() ?? {}).map((value) =>
          value === null ? null : typeof value === 'number' ? value.toFixed(2) : String(value),
        )
      },
      stop: () => db.close(),
    }
  },
} satisfies Record<string, () => Promise<Database>>

const { PostgreSQL, MariaDB } = OWN_STARTS

const STARTS: Record<string, () => Promise<Database>> = {
  ...OWN_STARTS,
  // Literals and divisions of BIGINT are those of PostgreSQL.
  'SQL Server, in PostgreSQL': inPlaceOf(PostgreSQL, 'mssql', (text) =>
    text.replaceAll('[price]', '"price"'),
  ),
  'BigQuery, in PostgreSQL': inPlaceOf(PostgreSQL, 'bigquery', (text) =>
    text.replaceAll('INT64', 'BIGINT').replaceAll('`', '"'),
  ),
  'Spark, in MariaDB': inPlaceOf(MariaDB, 'spark', (text) =>
    text.replaceAll('BIGINT', 'SIGNED').replaceAll('0.01BD', '0.01'),
  ),
}

/** Prices in columns of the types that shops have, which are not those of exact arithmetic. */
const TYPES: Readonly<Record<string, readonly (readonly [type: string, price: string])[]>> = {
  DuckDB: [
    ['TINYINT', '100'],
    ['SMALLINT', '30000'],
    ['INTEGER', '2147483647'],
    ['UINTEGER', '4000000000'],
    ['BIGINT', '90000000000'],
    ['HUGEINT', '90000000000'],
    ['DECIMAL(12, 2)', '9999999999.99'],
    ['DECIMAL(18, 2)', '89999999999.99'],
    ['DECIMAL(18, 3)', '-12345678.125'],
    ['DECIMAL(18, 6)', '123456.123456'],
    ['DECIMAL(18, 8)', '9999999.12345678'],
    ['DECIMAL(38, 8)', '89999999999.12345678'],
    ['DOUBLE', '12345.67'],
  ],
  PostgreSQL: [
    ['INTEGER', '2147483647'],
    ['NUMERIC', '89999999999.12345678'],
    ['REAL', '12345.67'],
    ['REAL', '28500.05'],
    ['DOUBLE PRECISION', '9999999.99'],
  ],
  MariaDB: [
    ['INTEGER', '2147483647'],
    ['DECIMAL(12, 2)', '9999999999.99'],
    ['DOUBLE', '12345.67'],
    ['CHAR', '12345.67'],
    ['CHAR', '-3.99'],
  ],
  SQLite: [
    ['INTEGER', '2147483'],
    ['REAL', '-3.99'],
    ['REAL', '90071991.99'],
    ['REAL', '90071992.99'],
    ['REAL', '89999999999.99'],
  ],
}

/** What would be converted wrongly is NULL. */
const NOT_CONVERTED: Readonly<Record<string, readonly string[]>> = {
  MariaDB: ["'12,50'", "'1 234.56'", "''", "'12.50 лв.'", '99999999999999', '-99999999999999'],
  SQLite: ["'12,50'", "'12.50'", "'-3.99'", "''", '99999999999999', "x'31'"],
}

/** The expressions and statements in what the command prints, to euro first. */
async function printed(dialect: string) {
  const { out } = await levro('sql', '--dialect', dialect)
  const parts = out.split(/^-- To .*\n/m).slice(1)
  return {
    whole: out,
    expressions: parts.flatMap((part) => /^\/\*\n(.*)\n\*\/$/m.exec(part)?.[1] ?? []),
    functions: parts.filter((part) => part.includes('CREATE')),
  }
}

/** Two decimals, however many zeros the database shows. */
const cents = (text: string | null | undefined) =>
  text
    ?.replace(/(\.\d\d)0+$/, '$1')
    .replace(/^(-?)0*(?=\d)/, '$1')
    .replace(/^-?\d+$/, '$&.00')

const negated = (text: string) => (text.startsWith('-') ? text.slice(1) : `-${text}`)

const reference = (price: string, from: 'BGN' | 'EUR') => {
  const amount = referenceAmount(price.replace('-', ''), from)
  return price.startsWith('-') && amount !== '0.00' ? negated(amount) : amount
}

const sums = new Map<string, bigint>()

/** Of all amounts in the other currency, in cents, each times its number: another amount anywhere makes another sum. */
function weightedSum(from: 'BGN' | 'EUR', count: number): bigint {
  const key = `${from} ${count}`
  let sum = sums.get(key) ?? 0n
  if (sum > 0n) return sum
  for (let n = 1; n <= count; n++) sum += BigInt(referenceMinor(n, from)) * BigInt(n)
  sums.set(key, sum)
  return sum
}

describe.each(Object.keys(STARTS))('SPEED-03 · the SQL for %s', (name) => {
  let database: Database
  let expressions: string[]
  let functions: string[]
  let whole: string
  beforeAll(async () => {
    database = await STARTS[name]!()
    ;({ expressions, functions, whole } = await printed(database.dialect))
    expressions = expressions.map(database.translate ?? ((text) => text))
  })
  afterAll(() => database.stop())

  const convertValue = async (direction: 0 | 1, value: string) =>
    cents((await database.first(`select ${expressions[direction]} from (select ${value} as price) t`))[0])
  const convert = (direction: 0 | 1, price: string, type = database.type) =>
    convertValue(direction, `cast(${price} as ${type})`)

  it('SPEED-03 · converts every published vector, long decimals, large and negative prices', async () => {
    const prices: [0 | 1, string, string | undefined][] = [
      ...VECTORS.bgnToEur.map(({ bgn, eur }) => [0, bgn, eur] as [0, string, string]),
      ...VECTORS.eurToBgn.map(({ bgn, eur }) => [1, eur, bgn] as [1, string, string]),
      ...OTHER_PRICES.flatMap((price): [0 | 1, string, string][] => [
        [0, price, reference(price, 'BGN')],
        [1, price, reference(price, 'EUR')],
      ]),
    ]
    const found = []
    for (const [direction, price] of prices) found.push([direction, price, await convert(direction, price)])
    expect(found).toEqual(prices)
    expect(await convert(0, 'null')).toBeFalsy()
  })

  it.each([
    [0, 'BGN'],
    [1, 'EUR'],
  ] as const)(
    'SPEED-03 · converts every amount from 0.01 on, two million of them (direction %i, from %s)',
    async (direction, from) => {
      const count = database.translate === undefined ? COUNT : FEWER
      const price = `(select n, cast(n as ${database.type}) / 100 as price from ${database.numbers} numbers where n <= ${count})`
      const inCents =
        database.dialect === 'sqlite'
          ? `cast(round(${expressions[direction]} * 100) as integer)`
          : `cast(${expressions[direction]} * 100 as DECIMAL(30, 0))`
      const [sum] = await database.first(`select sum(${inCents} * n) as weighted from ${price} prices`)
      expect(BigInt(sum!.replace(/\.0+$/, ''))).toBe(weightedSum(from, count))
    },
    300_000,
  )

  it('SPEED-03 · has functions with the results of the expressions, where the database has functions', async () => {
    if (database.define === undefined) return expect(functions).toHaveLength(name === 'SQLite' ? 0 : 2)
    // The whole of what is printed can be run, also again.
    for (let run = 0; run < 2; run++) await database.define(whole)
    for (const price of [...OTHER_PRICES, '1.95', '10.00', 'null']) {
      const [toEuro, toLev] = await database.first(
        `select bgn_to_eur(cast(${price} as ${database.type})), eur_to_bgn(cast(${price} as ${database.type}))`,
      )
      expect([cents(toEuro), cents(toLev)]).toEqual([await convert(0, price), await convert(1, price)])
    }
  })

  it('SPEED-03 · is exact for columns of any type, or gives nothing', async () => {
    for (const [type, price] of TYPES[name] ?? [])
      expect
        .soft([type, price, await convert(0, price, type), await convert(1, price, type)])
        .toEqual([type, price, reference(price, 'BGN'), reference(price, 'EUR')])
    for (const value of NOT_CONVERTED[name] ?? [])
      expect
        .soft([value, await convertValue(0, value), await convertValue(1, value)])
        .toEqual([value, undefined, undefined])
  })

  it('SPEED-03 · fails where there is no such column', async () => {
    await expect(database.first(`select ${expressions[0]} from (select 1 as cost) t`)).rejects.toThrow(
      /price/,
    )
  })
})
