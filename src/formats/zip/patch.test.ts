import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { streamedZip } from '#test/fixtures/catalogues/streamed-zip.ts'
import { zip } from '#test/fixtures/catalogues/zips.ts'
import { installTools, runTool } from '#test/system-tool.ts'
import { zipRecords } from '#test/zip-records.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { concatBytes } from '../bytes/bytes.ts'
import { readCentralDirectory } from './layout.ts'
import { replaceEntries } from './patch.ts'
import { readZip } from './read.ts'

/** General purpose bits (APPNOTE 4.4.4): sizes follow in a data descriptor; the name is UTF-8. */
const DESCRIPTOR = 1 << 3
const UTF8 = 1 << 11

const text = (content: string) => new TextEncoder().encode(content)

async function patched(flags: number) {
  const bytes = zip([
    { name: 'а.xml', content: text('old'), declared: { flags } },
    { name: 'b.xml', content: text('other'), declared: { flags } },
  ])
  const directory = readCentralDirectory(bytes)
  if (!directory.ok) throw new Error(directory.reason)
  const [first] = directory.entries
  return concatBytes(
    await replaceEntries({ ...directory, bytes }, new Map([[first!, ['new ', text('content')]]])),
  )
}

const folder = mkdtempSync(join(tmpdir(), 'levro-zip-'))
beforeAll(() => installTools(['unzip']))
afterAll(() => rmSync(folder, { recursive: true }))

describe('CONV-08 · a part of a workbook is replaced', () => {
  test('its new content is read, and the other part is unchanged', async () => {
    const bytes = await patched(UTF8)
    expect(zipRecords(bytes).map(({ name, content }) => [name, content.toString()])).toEqual([
      ['а.xml', 'new content'],
      ['b.xml', 'other'],
    ])
    expect(await readZip(bytes)).toMatchObject({ ok: true })
  })

  test('both headers say that the sizes are in them, and keep that the name is UTF-8', async () => {
    const bytes = Buffer.from(await patched(DESCRIPTOR | UTF8))
    const local = bytes.indexOf('PK\x03\x04', 'latin1')
    const central = bytes.indexOf('PK\x01\x02', 'latin1')
    expect([bytes.readUInt16LE(local + 6), bytes.readUInt16LE(central + 8)]).toEqual([UTF8, UTF8])
    const sizes = (at: number) => [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4)]
    expect(sizes(local + 18)).toEqual(sizes(central + 20))
    expect(sizes(local + 18)[1]).toBe('new content'.length)
    // That of the part that was not replaced stays.
    const second = bytes.indexOf('PK\x03\x04', local + 4, 'latin1')
    expect(bytes.readUInt16LE(second + 6)).toBe(DESCRIPTOR | UTF8)
  })
  test.each(['one.xml', 'two.xml', 'three.xml'])(
    'another program finds every part whole, though the sizes stood behind them: %s',
    async (replaced) => {
      const bytes = streamedZip({ 'one.xml': 'first', 'two.xml': 'second', 'three.xml': 'third' })
      const directory = readCentralDirectory(bytes)
      if (!directory.ok) throw new Error(directory.reason)
      const entry = directory.entries.find(({ name }) => name === replaced) ?? expect.fail(replaced)
      const path = join(folder, `${replaced}.zip`)
      writeFileSync(
        path,
        concatBytes(await replaceEntries({ ...directory, bytes }, new Map([[entry, ['new content']]]))),
      )
      expect(await runTool('unzip', '-t', path)).toContain('No errors detected')
      expect(await runTool('unzip', '-p', path, replaced)).toBe('new content')
    },
  )
})
