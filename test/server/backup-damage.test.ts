import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { BackupError } from '#server/backup/format.ts'
import { verifyBackup } from '#server/backup/read.ts'
import { DIALECTS, type TestDialect, makePlace, withDatabase } from '../harness.ts'
import { backupOf, countRows, backedUpRows, makeTestPlace, restoreInto } from './backups.ts'
import { fill, fillJobs } from './filled-database.ts'
import { pseudoRandom } from './reference.ts'

/** A restore into PostgreSQL takes a tenth of a second; the same code reads the file for both. */
const ROUNDS: Record<TestDialect, number> = { sqlite: 60, postgres: 6 }

/** Damage at the beginning and end has other effects than in the middle. */
const EDGE = 3

/** The checksum of zstd at the end: without it the content is still complete. */
const ZSTD_SUM_BYTES = 4

let whole: Buffer
let text: string

beforeAll(async () => {
  const place = await makePlace('sqlite')
  await withDatabase(place, async (db) => {
    await fill(db)
    await fillJobs(db)
  })
  whole = await backupOf(place)
  text = zstdDecompressSync(whole).toString()
  await place.remove()
})

const check = (content: Uint8Array) => verifyBackup(Readable.from([Buffer.from(content)]))

/** Lines with a correct last line: a file that is not damaged, but was never written by a backup. */
function signed(lines: string[]): Buffer {
  const body = lines.map((line) => `${line}\n`).join('')
  const rows: Record<string, number> = {}
  for (const line of lines.slice(1)) {
    const [table]: string[] = JSON.parse(line)
    if (table !== undefined) rows[table] = (rows[table] ?? 0) + 1
  }
  const sha256 = createHash('sha256').update(body).digest('hex')
  return zstdCompressSync(Buffer.from(`${body}${JSON.stringify({ rows, sha256 })}\n`))
}

const linesOf = () => text.split('\n').slice(0, -2)

describe.each(DIALECTS)('a damaged backup: %s', (dialect) => {
  it('API-04 · that was truncated anywhere is rejected, and nothing is restored', async () => {
    const target = await makeTestPlace(dialect)
    const random = pseudoRandom(7)
    const edges = Array.from({ length: EDGE }, (_, n) => [n, whole.length - ZSTD_SUM_BYTES - 1 - n]).flat()
    const places = Array.from({ length: ROUNDS[dialect] }, () =>
      Math.floor(random.next().value * (whole.length - ZSTD_SUM_BYTES)),
    )
    for (const length of [...edges, ...places])
      await expect(restoreInto(target, whole.subarray(0, length)), `${length} bytes`).rejects.toThrow(
        BackupError,
      )
    expect(await countRows(target)).toBe(0)
  })

  it('API-04 · with one flipped bit is rejected, unless its content is the same', async () => {
    const target = await makeTestPlace(dialect)
    const random = pseudoRandom(8)
    let refused = 0
    for (let round = 0; round < ROUNDS[dialect]; round++) {
      const altered = Buffer.from(whole)
      const at = round < EDGE ? round : Math.floor(random.next().value * whole.length)
      altered[at] = (altered[at] ?? 0) ^ (1 << Math.floor(random.next().value * 8))
      if (isSameContent(altered)) continue
      await expect(restoreInto(target, altered), `byte ${at}`).rejects.toThrow(BackupError)
      refused++
    }
    expect(await countRows(target)).toBe(0)
    expect(refused).toBeGreaterThan(ROUNDS[dialect] * 0.9)
  })

  it('API-04 · with changed text, compressed again, is rejected', async () => {
    const target = await makeTestPlace(dialect)
    const random = pseudoRandom(9)
    const bytes = Buffer.from(text)
    for (let round = 0; round < ROUNDS[dialect] / 2; round++) {
      const altered = Buffer.from(bytes)
      const at = Math.floor(random.next().value * bytes.length)
      altered[at] = (altered[at] ?? 0) ^ (1 << Math.floor(random.next().value * 8))
      await expect(restoreInto(target, zstdCompressSync(altered)), `byte ${at}`).rejects.toThrow(BackupError)
    }
    const lines = linesOf()
    const end = text.split('\n').at(-2) ?? ''
    const repack = (changed: string[]) => zstdCompressSync(Buffer.from(changed.map((l) => `${l}\n`).join('')))
    for (const changed of [
      [...lines.slice(0, -1), end],
      [...lines, lines.at(-1) ?? '', end],
      [lines[0] ?? '', ...lines.slice(1).toReversed(), end],
      [...lines, end, end],
      [...lines, end, ...lines, end],
    ])
      await expect(restoreInto(target, repack(changed))).rejects.toThrow(/^The backup is damaged/)
    await expect(restoreInto(target, repack(lines))).rejects.toThrow('it ends early')
    expect(await countRows(target)).toBe(0)
    await restoreInto(target, signed(lines))
    expect(Object.keys(await withDatabase(target, backedUpRows)).length).toBeGreaterThan(0)
  })
})

describe('a backup of another kind', () => {
  it.each([
    ['another product', (h: object) => ({ ...h, product: 'other' }), 'This file is not a Levro backup.'],
    ['a newer format', (h: object) => ({ ...h, format: 2 }), 'The backup has format 2'],
    ['no migrations', (h: object) => ({ ...h, migrations: [] }), 'This file is not a Levro backup.'],
    [
      'a migration of another day',
      (h: { migrations: string[] }) => ({ ...h, migrations: [...h.migrations, '9999-later'] }),
      'The backup was made by a newer version of Levro.',
    ],
  ] as const)('API-04 · is rejected: of %s', async (_title, change, sentence) => {
    const target = await makeTestPlace('sqlite')
    const [first = '', ...rows] = linesOf()
    const content = signed([JSON.stringify(change(JSON.parse(first))), ...rows])
    await expect(restoreInto(target, content)).rejects.toThrow(sentence)
    await expect(check(content)).rejects.toThrow(sentence)
    expect(await countRows(target)).toBe(0)
  })

  it.each([
    ['a table that is no table', '["kysely_migration",{"name":"x"}]'],
    ['a table that is not kept', '["session",{"token_hash":"x"}]'],
    ['a column that is none', '["account",{"id) values (1); --":"x"}]'],
    ['nothing in it', '["account",{}]'],
    ['what is no row', '["account"]'],
    ['the row of nobody', '["token_entry",{"reason":"x","ref":"x","account_id":"nobody","seq":1}]'],
  ])('API-04 · is rejected with a correct checksum: with %s', async (_title, line) => {
    const target = await makeTestPlace('sqlite')
    const [first = '', ...rows] = linesOf()
    await expect(restoreInto(target, signed([first, ...rows, line]))).rejects.toThrow(
      /^The backup is damaged: /,
    )
    expect(await countRows(target)).toBe(0)
  })
})

function isSameContent(altered: Buffer): boolean {
  try {
    return zstdDecompressSync(altered).toString() === text
  } catch {
    return false
  }
}

describe('a check of a backup', () => {
  it('API-04 · prints the counts of a complete one, and rejects any other file', async () => {
    const { header, rows } = await check(whole)
    expect(header.migrations[0]).toBe('0001-foundations')
    expect(rows).toBe(linesOf().length - 1)
    await expect(check(Buffer.from('SQLite format 3\0'))).rejects.toThrow('This file is not a Levro backup.')
    await expect(check(zstdCompressSync(Buffer.from('id,price\n1,2\n')))).rejects.toThrow(
      'This file is not a Levro backup.',
    )
    await expect(check(Buffer.alloc(0))).rejects.toThrow('it ends early')
    const behind = Buffer.from('extra\n')
    await expect(check(Buffer.concat([whole, behind])), 'foreign bytes behind it').rejects.toThrow(/damaged/)
    const counted = text.replace(/\n\{"rows":\{/, (start) => `${start}"evil":0,`)
    expect(counted).not.toBe(text)
    await expect(check(zstdCompressSync(Buffer.from(counted))), 'a strange table').rejects.toThrow(/damaged/)
    const endless = Buffer.concat([Buffer.from(`${linesOf()[0]}\n`), Buffer.alloc(40 * 1024 * 1024, 'x')])
    await expect(check(zstdCompressSync(endless))).rejects.toThrow(/damaged/)
  })
})
