import { readdirSync, readFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { EMBED_RELEASES } from '#web/features/developers/embed/releases.ts'
import { bundleEmbed, EMBED_FOLDER } from '../scripts/embed.ts'

const AT_MOST_BYTES = 15_000

const contentOf = (file: string): Buffer => readFileSync(join(EMBED_FOLDER, file))

describe('the script of the embedded converter', () => {
  it('OPEN-07 · its newest version is what the sources make: otherwise run npm run embed', async () => {
    const newest = EMBED_RELEASES.at(-1)?.file ?? ''
    expect(await bundleEmbed()).toBe(contentOf(newest).toString())
  })

  it('OPEN-07 · every version is there, has the hash that pages of other sites name, and no other file is', () => {
    expect(EMBED_RELEASES.length).toBeGreaterThan(0)
    expect(readdirSync(EMBED_FOLDER).sort()).toEqual(EMBED_RELEASES.map(({ file }) => file).sort())
    for (const { file, integrity, bytes } of EMBED_RELEASES) {
      const content = contentOf(file)
      expect(integrity).toBe(`sha384-${createHash('sha384').update(content).digest('base64')}`)
      expect(file).toContain(createHash('sha256').update(content).digest('hex').slice(0, 12))
      expect(bytes).toBe(content.length)
    }
  })

  it.each(EMBED_RELEASES.map(({ file }) => file))(
    'OPEN-07 · %s has at most 15 kB compressed, and no code for requests, storage, cookies or texts as code',
    (file) => {
      const content = contentOf(file)
      expect(brotliCompressSync(content).length).toBeLessThanOrEqual(AT_MOST_BYTES)
      expect(gzipSync(content).length).toBeLessThanOrEqual(AT_MOST_BYTES)
      expect(content.toString()).not.toMatch(
        /\b(?:fetch|XMLHttpRequest|sendBeacon|WebSocket|EventSource|Image|Worker|cookie|localStorage|sessionStorage|indexedDB|caches|eval|Function|innerHTML|outerHTML|insertAdjacentHTML|document\.write|importScripts)\b|\bimport\s*\(|@import|@font-face|url\(/,
      )
    },
  )
})
