// Compresses the built files once with the best compression, so that the server only sends files.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const ROOT = 'build/next/client'
/** Text, and fonts without compression of their own (TTF, unlike WOFF2). */
const COMPRESSIBLE = /\.(html|js|css|svg|json|txt|xml|webmanifest|ttf)$/
const MIN_BYTES = 256

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

for (const file of await readdir(ROOT, { recursive: true })) {
  if (!COMPRESSIBLE.test(file)) continue
  const path = join(ROOT, file)
  const bytes = await readFile(path)
  if (bytes.length < MIN_BYTES) continue
  await writeFile(`${path}.br`, await smallestBrotli(bytes))
  await writeFile(`${path}.gz`, await gzipAsync(bytes, { level: constants.Z_BEST_COMPRESSION }))
}

/** Which code for short distances is smaller, depends on the text. */
async function smallestBrotli(bytes: Uint8Array): Promise<Uint8Array> {
  const made = await Promise.all(
    [0, 3].map((direct) =>
      brotliAsync(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          [constants.BROTLI_PARAM_NDIRECT]: direct,
        },
      }),
    ),
  )
  return made.reduce((one, other) => (other.length < one.length ? other : one))
}
