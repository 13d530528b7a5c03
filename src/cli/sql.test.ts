import { expect, it } from 'vitest'
import { levro } from '#test/levro-command.ts'
import { SQL_DIALECTS, sqlText } from './sql.ts'

it.each(SQL_DIALECTS)(
  'SPEED-03 · levro sql --dialect %s names the rate and the rule, and converts both ways',
  async (dialect) => {
    const { out, code } = await levro('sql', '--dialect', dialect)
    expect(code).toBe(0)
    expect(out).toContain('1 EUR = 1.95583 BGN, each price rounded half up once')
    expect(out.match(/^-- To (?:EUR|BGN), as an expression:$/gm)).toHaveLength(2)
    // The rate is never multiplied as a number with a point, and there is no inverse rate.
    expect(out.replace(/^--.*/gm, '')).not.toMatch(/1\.95583|0\.51129/)
  },
)

it.each([
  ['duckdb', 'order', '"order"'],
  ['duckdb', 'Цена лв.', '"Цена лв."'],
  ['postgres', 'Price', '"Price"'],
  ['postgres', 'a"; drop table x; --', '"a""; drop table x; --"'],
  ['sqlite', '1st', '`1st`'],
  ['mysql', 'a`b', '`a``b`'],
  ['spark', 'Price_2', '`Price_2`'],
  ['bigquery', 'a b', '`a b`'],
  ['mssql', 'a]b', '[a]]b]'],
] as const)('SPEED-03 · in %s the column %s is written as %s', (dialect, column, written) => {
  expect(sqlText(dialect, column)).toContain(`CASE WHEN ${written} < 0 THEN`)
})

it.each([
  [['sql'], 'Which --dialect? duckdb, postgres, mysql, sqlite, mssql, spark, bigquery.'],
  [['sql', '--dialect', 'oracle'], "--dialect does not know 'oracle'."],
  [['sql', '--dialect', 'duckdb', '--column', ''], '--column needs a name.'],
  [['sql', '--dialect', 'duckdb', '--column', 'a*/b'], "--column cannot have '/*' or '*/'"],
  [['sql', '--dialect', 'postgres', '--column', 'a/*b'], "--column cannot have '/*' or '*/'"],
  [['sql', '--dialect', 'duckdb', 'list.csv'], 'Unexpected argument'],
  [['sql', '--table', 'x'], 'Unknown option'],
])('SPEED-03 · %j is wrong usage: %s', async (args, sentence) => {
  const { code, out, err } = await levro(...args)
  expect([code, out]).toEqual([2, ''])
  expect(err).toContain(sentence)
})
