import { parseArgs } from 'node:util'
import { EURO, NATIONAL } from '#money/currency.ts'
import { BGN_EUR } from '#money/pair.ts'
import { UsageError, firstSentence } from './args.ts'

/** A database whose SQL can be printed. */
type Dialect = 'duckdb' | 'postgres' | 'mysql' | 'sqlite' | 'mssql' | 'spark' | 'bigquery'

/** How a dialect writes what the rule needs. */
type Syntax = {
  readonly title: string
  /** Whether the expression is right for a price, where it would be silently wrong for others; they give NULL. */
  readonly guard?: (price: string) => string
  /** The absolute value of a price as a 64-bit integer of hundred-millionths. */
  readonly units: (price: string) => string
  /** Division of non-negative integers, without the rest. */
  readonly divide: (a: string, b: string) => string
  readonly remainder: (a: string, b: string) => string
  /** An integer that may need 64 bits. */
  readonly integer: (value: number) => string
  /** Cents as an amount. */
  readonly amount: (cents: string) => string
  /** A name as an identifier. */
  readonly quote: (name: string) => string
  /** The statements that make a function, where the dialect has one. */
  readonly define: ((name: string, expressionOf: (price: string) => string) => string) | undefined
  /** What a reader must know beyond the first lines. */
  readonly notes?: readonly string[]
}

/** Prices are exact up to this many decimals. */
const DECIMALS = 8
const UNITS = 10 ** DECIMALS
const { numerator, scale } = BGN_EUR
/** Units of larger prices exceed 64 bits. */
const LIMIT = Math.floor(2 ** 63 / UNITS)
/** Units of prices below it are exact as binary floating point. */
const FLOAT_LIMIT = Math.floor(2 ** 53 / UNITS)

/** Prices cast to this type multiply by `UNITS` within 38 digits. */
const EXACT = `DECIMAL(27, ${DECIMALS})`

const castUnits = (integer: string) => (price: string) =>
  `CAST(CAST(ABS(${price}) AS ${EXACT}) * ${UNITS} AS ${integer})`
const slash = (a: string, b: string) => `${a} / ${b}`
const percent = (a: string, b: string) => `${a} % ${b}`
const hundredth = (cents: string) => `${cents} * 0.01`
const doubleQuoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const backQuoted = (name: string) => `\`${name.replaceAll('`', '``')}\``

const singlePrecision = (type: string) =>
  `Not for a column of type ${type}, whose numbers are not close enough to prices.`

const SYNTAX: Readonly<Record<Dialect, Syntax>> = {
  duckdb: {
    title: 'DuckDB',
    // In two parts: a product of the whole price is one of its own type, which may be too narrow, and a cast to a decimal of 128
    // bits takes twenty times as long.
    units: (price) =>
      `(CAST(TRUNC(ABS(${price})) AS BIGINT) * ${UNITS} + CAST((ABS(${price}) % 1) * ${UNITS} AS BIGINT))`,
    divide: (a, b) => `${a} // ${b}`,
    remainder: percent,
    integer: String,
    amount: hundredth,
    quote: doubleQuoted,
    define: (name, of) => `CREATE OR REPLACE MACRO ${name}(price) AS\n  ${of('price')};`,
    notes: [singlePrecision('FLOAT (REAL)')],
  },
  postgres: {
    title: 'PostgreSQL',
    // A REAL has only six of its digits as a decimal, but all of them as text.
    units: (price) => castUnits('BIGINT')(`CAST(CAST(${price} AS TEXT) AS NUMERIC)`),
    divide: slash,
    remainder: percent,
    integer: String,
    amount: hundredth,
    quote: doubleQuoted,
    define: (name, of) =>
      `CREATE OR REPLACE FUNCTION ${name}(price NUMERIC) RETURNS NUMERIC\n  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE\n  RETURN ${of('price')};`,
    notes: [
      'The functions need PostgreSQL 14 or later, and take NUMERIC: of other numbers CAST(CAST(… AS TEXT) AS NUMERIC).',
    ],
  },
  mysql: {
    title: 'MySQL and MariaDB',
    // Of other texts it reads the digits at the beginning.
    guard: (price) => `${price} REGEXP '^-?[0-9]+([.][0-9]+)?$' AND ABS(${price}) < ${LIMIT}`,
    units: castUnits('SIGNED'),
    divide: (a, b) => `${a} DIV ${b}`,
    remainder: percent,
    integer: String,
    amount: hundredth,
    quote: backQuoted,
    define: (name, of) =>
      `DROP FUNCTION IF EXISTS ${name};\nCREATE FUNCTION ${name}(price ${EXACT}) RETURNS DECIMAL(22, 2)\n  DETERMINISTIC NO SQL\n  RETURN ${of('price')};`,
    notes: [
      "In the expression, a text that is no plain number with a point, such as '12,50', gives NULL; the functions need strict mode, in which it is an error.",
      singlePrecision('FLOAT'),
    ],
  },
  sqlite: {
    title: 'SQLite',
    guard: (price) => `typeof(${price}) IN ('integer', 'real') AND ABS(${price}) < ${LIMIT}`,
    units: (price) =>
      `CASE WHEN ABS(${price}) < ${FLOAT_LIMIT} THEN CAST(ROUND(ABS(${price}) * ${UNITS}) AS INTEGER) ` +
      `ELSE CAST(ROUND(ABS(${price}) * 100) AS INTEGER) * ${UNITS / 100} END`,
    divide: slash,
    remainder: percent,
    integer: String,
    amount: (cents) => `${cents} / 100.0`,
    // An unknown name in double quotes would be a text.
    quote: backQuoted,
    define: undefined,
    notes: [
      "SQLite has no decimal type, and no functions written in SQL: the result is the number nearest to the amount (printf('%.2f', …) writes it).",
      'A price that is stored as text, or is larger, gives NULL; of one above 90 million, two decimals are read.',
    ],
  },
  mssql: {
    title: 'SQL Server',
    units: castUnits('BIGINT'),
    divide: slash,
    remainder: percent,
    // A larger literal would be a decimal, whose division is none of integers.
    integer: (value) => (value < 2 ** 31 ? String(value) : `CAST(${value} AS BIGINT)`),
    amount: hundredth,
    quote: (name) => `[${name.replaceAll(']', ']]')}]`,
    define: (name, of) =>
      `CREATE OR ALTER FUNCTION dbo.${name}(@price ${EXACT}) RETURNS DECIMAL(22, 2)\n  WITH SCHEMABINDING, RETURNS NULL ON NULL INPUT AS\nBEGIN\n  RETURN ${of('@price')};\nEND;\nGO`,
    notes: [singlePrecision('REAL')],
  },
  spark: {
    title: 'Spark and Databricks',
    // Without ANSI mode, larger integers overflow.
    guard: (price) => `ABS(${price}) < ${LIMIT}`,
    units: castUnits('BIGINT'),
    divide: (a, b) => `${a} DIV ${b}`,
    remainder: percent,
    integer: String,
    amount: (cents) => `${cents} * 0.01BD`,
    quote: backQuoted,
    define: (name, of) =>
      `CREATE OR REPLACE FUNCTION ${name}(price ${EXACT}) RETURNS DECIMAL(22, 2)\n  RETURN ${of('price')};`,
    notes: [
      'Functions in SQL need Spark 4 or Databricks; the expression works in every version.',
      singlePrecision('FLOAT'),
    ],
  },
  bigquery: {
    title: 'BigQuery',
    units: (price) => `CAST(CAST(ABS(${price}) AS NUMERIC) * ${UNITS} AS INT64)`,
    divide: (a, b) => `DIV(${a}, ${b})`,
    remainder: (a, b) => `MOD(${a}, ${b})`,
    integer: String,
    amount: (cents) => `${cents} * NUMERIC '0.01'`,
    quote: (name) => `\`${name.replaceAll('`', '\\`')}\``,
    define: (name, of) =>
      `CREATE TEMP FUNCTION ${name}(price NUMERIC) RETURNS NUMERIC AS (\n  ${of('price')}\n);`,
  },
}

export const SQL_DIALECTS = Object.keys(SYNTAX) as Dialect[]

/**
 * Lev to euro in integers: u units are u × scale / (UNITS × numerator) euro, in cents 100 times that. Both sides are divided by
 * what they have in common, and half the divisor is added: the quotient is rounded half up, once.
 */
const euroCents = ({ divide, integer }: Syntax, units: string): string => {
  const divisor = (UNITS * numerator) / (100 * scale)
  return divide(`(${units} + ${integer(divisor / 2)})`, integer(divisor))
}

/** Euro to lev. A product of all units with the rate would exceed 64 bits: whole multiples of the divisor are set apart. */
const levCents = ({ divide, remainder, integer }: Syntax, units: string): string => {
  const divisor = (UNITS * scale) / 100
  const rest = `(${remainder(units, integer(divisor))}) * ${numerator}`
  const whole = `(${divide(units, integer(divisor))}) * ${numerator}`
  return `${whole} + (${divide(`(${rest} + ${integer(divisor / 2)})`, integer(divisor))})`
}

type Conversion = { readonly name: string; readonly target: string; readonly cents: typeof euroCents }

const CONVERSIONS: readonly Conversion[] = [
  { name: 'bgn_to_eur', target: EURO, cents: euroCents },
  { name: 'eur_to_bgn', target: NATIONAL, cents: levCents },
]

/** The converted price as an expression. A negative price, as of a credit note, is the negative of its positive one. */
function expression(syntax: Syntax, { cents }: Conversion, price: string): string {
  const { amount, guard, units } = syntax
  const converted = amount(`CASE WHEN ${price} < 0 THEN -1 ELSE 1 END * (${cents(syntax, units(price))})`)
  return guard === undefined ? converted : `CASE WHEN ${guard(price)} THEN ${converted} END`
}

/**
 * Prints the conversion as SQL, for prices that are in a database.
 * @param args `--dialect`, and optionally `--column`
 * @throws {UsageError} with one sentence
 */
export function sql(args: readonly string[]): 'help' | undefined {
  const request = parse(args)
  if (request === 'help') return 'help'
  process.stdout.write(sqlText(request.dialect, request.column))
  return undefined
}

/**
 * The text that `levro sql` prints: statements, and expressions in comments, so that the whole can be run.
 * @param column a name as the database has it
 */
export function sqlText(dialect: Dialect, column: string): string {
  const syntax = SYNTAX[dialect]
  const lines = [
    `${syntax.title}: 1 ${EURO} = ${BGN_EUR.rateText} ${NATIONAL}, each price rounded half up once, to two decimals.`,
    `Exact for decimal prices of up to ${DECIMALS} decimals, below 92 thousand million.`,
    ...(syntax.notes ?? []),
  ].map((line) => `-- ${line}`)
  for (const conversion of CONVERSIONS) {
    const { name, target } = conversion
    lines.push(
      '',
      `-- To ${target}, as an expression:`,
      '/*',
      expression(syntax, conversion, syntax.quote(column)),
      '*/',
    )
    if (syntax.define === undefined) continue
    lines.push('', `-- To ${target}, as a function:`)
    lines.push(syntax.define(name, (parameter) => expression(syntax, conversion, parameter)))
  }
  return `${lines.join('\n')}\n`
}

function parse(args: readonly string[]): { dialect: Dialect; column: string } | 'help' {
  const { values } = parsed(args)
  if (values.help) return 'help'
  const dialect = SQL_DIALECTS.find((one) => one === values.dialect?.toLowerCase())
  if (dialect === undefined)
    throw new UsageError(
      values.dialect === undefined
        ? `Which --dialect? ${SQL_DIALECTS.join(', ')}.`
        : `--dialect does not know '${values.dialect}'.`,
    )
  if (values.column === '') throw new UsageError('--column needs a name.')
  if (/\*\/|\/\*/.test(values.column ?? ''))
    throw new UsageError("--column cannot have '/*' or '*/', which begin and end comments.")
  return { dialect, column: values.column ?? 'price' }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        dialect: { type: 'string' },
        column: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? firstSentence(error.message) : 'Wrong arguments.')
  }
}
