// `npm run embed`: adds the script of the embedded converter, as the sources make it now, to `public/embed`, where its earlier
// versions stay: pages of other sites name each by its address and hash. `--replace` removes the newest one, which must not have
// been deployed.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { EMBED_RELEASES, type EmbedRelease } from '../src/web/features/developers/embed/releases.ts'
import { ROOT } from './installed.js'

export const EMBED_FOLDER = join(ROOT, 'public', 'embed')
const RELEASES = join(ROOT, 'src/web/features/developers/embed/releases.ts')

/** The script that the sources make now. */
export async function bundleEmbed(): Promise<string> {
  const built = await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      minify: 'oxc',
      lib: { entry: 'packages/embed/converter.ts', formats: ['iife'], name: 'levro', fileName: 'converter' },
    },
  })
  const [output] = [built].flat() as [Rolldown.RolldownOutput]
  return output.output[0].code
}

/** Its address contains a hash of its content, so that it is valid for ever. */
export const embedRelease = (code: string): EmbedRelease => ({
  file: `converter-${createHash('sha256').update(code).digest('hex').slice(0, 12)}.js`,
  integrity: `sha384-${createHash('sha384').update(code).digest('base64')}`,
  bytes: Buffer.byteLength(code),
  compressedBytes: brotliCompressSync(code).length,
})

function writeReleases(releases: readonly EmbedRelease[]): void {
  const source = readFileSync(RELEASES, 'utf8')
  const list = JSON.stringify(releases, null, 2)
    .replaceAll(/"(\w+)":/g, '$1:')
    .replaceAll('"', "'")
    .replaceAll(/(['\d}])(?=\n)/g, '$1,')
  writeFileSync(RELEASES, source.replace(/(EMBED_RELEASES[^=]*=) [\s\S]*$/, `$1 ${list}\n`))
}

if (import.meta.main) {
  const code = await bundleEmbed()
  const release = embedRelease(code)
  const path = join(EMBED_FOLDER, release.file)
  if (existsSync(path)) process.stdout.write(`${release.file} is there already.\n`)
  else {
    const last = EMBED_RELEASES.at(-1)
    const isReplaced = process.argv.includes('--replace') && last !== undefined
    if (isReplaced) rmSync(join(EMBED_FOLDER, last.file))
    writeFileSync(path, code)
    writeReleases([...(isReplaced ? EMBED_RELEASES.slice(0, -1) : EMBED_RELEASES), release])
    process.stdout.write(`${release.file}: ${release.bytes} bytes, ${release.compressedBytes} compressed\n`)
  }
}
