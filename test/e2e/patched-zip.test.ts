import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { concatBytes } from '#formats/bytes/bytes.ts'
import { readCentralDirectory } from '#formats/zip/layout.ts'
import { replaceEntries } from '#formats/zip/patch.ts'
import { streamedZip } from '#test/fixtures/catalogues/streamed-zip.ts'
import { runTool } from '../system-tool.ts'

let folder = ''
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'levro-zip-'))))
afterAll(() => rmSync(folder, { recursive: true }))

test.each(['one.xml', 'two.xml', 'three.xml'])(
  'CONV-08 · another program finds every part of a patched archive whole, though the sizes stood behind them: %s',
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
