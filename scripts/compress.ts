// Compresses the built pages once, as small as can be, so that the server only hands out files.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const ROOT = 'build/next/client'
/** What gets smaller: text, and fonts that are not packed in themselves. */
const PACKABLE = /\.(html|js|css|svg|json|txt|xml|webmanifest|ttf)$/
const WORTH_FROM_BYTES = 256

const brotli = promisify(brotliCompress)
const gunzippable = promisify(gzip)

for (const file of await readdir(ROOT, { recursive: true })) {
  if (!PACKABLE.test(file)) continue
  const path = join(ROOT, file)
  const bytes = await readFile(path)
  if (bytes.length < WORTH_FROM_BYTES) continue
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  await writeFile(`${path}.br`, await brotli(bytes, { params }))
  await writeFile(`${path}.gz`, await gunzippable(bytes, { level: constants.Z_BEST_COMPRESSION }))
}
