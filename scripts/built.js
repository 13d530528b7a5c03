import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, runTool } from './installed.js'

/** Files and folders that the pages are built from. */
const SOURCES = [
  'src/web',
  'src/i18n',
  'src/money',
  'src/product',
  'src/table',
  'src/pricelist',
  'src/writeback',
  'src/formats',
  'src/api',
  'src/reports',
  'src/engine',
  // Its content security policy is in the service worker too.
  'src/server/http/security-headers.ts',
  'messages',
  'public',
  // Other files in this folder are written by the build.
  'project.inlang/settings.json',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'scripts',
]
const STAMP = join(ROOT, 'build', '.levro-sources')
const PAGES = join(ROOT, 'build', 'client')
/** Used in `render-pages.ts`, `offline.ts`, `bundled-packages.ts`, `licences.ts` and `compress.ts` too. */
const NEXT = join(ROOT, 'build', 'next')

/** Generated messages (`src/i18n/messages`), and tests: neither is a source of the pages. */
const isNoSource = (path) =>
  path.endsWith(join('i18n', 'messages')) || path.endsWith('.test.ts') || path.endsWith('.test.tsx')

function* filesOf(path) {
  if (!existsSync(path) || isNoSource(path)) return
  if (!statSync(path).isDirectory()) yield path
  else for (const name of readdirSync(path).sort()) yield* filesOf(join(path, name))
}

function fingerprint() {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    for (const file of filesOf(join(ROOT, source)))
      hash.update(file.slice(ROOT.length)).update(readFileSync(file))
  }
  return hash.digest('hex')
}

/** Builds the pages, unless they were built from the same sources. */
export function ensureBuilt() {
  const sources = fingerprint()
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources) return
  process.stdout.write('Building the pages …\n')
  // Remains of an interrupted build would be mixed with this one.
  rmSync(NEXT, { recursive: true, force: true })
  runTool('node', 'scripts/render-pages.ts')
  runTool('node', 'scripts/offline.ts')
  runTool('node', 'scripts/licences.ts')
  runTool('node', 'scripts/compress.ts')
  // No stamp from here until the end: an interrupted build is repeated.
  rmSync(STAMP, { force: true })
  publish()
  writeFileSync(STAMP, sources)
}

/** Replaces the pages after a complete build, so that an interrupted one leaves the old pages. A running server must be restarted. */
function publish() {
  if (existsSync(PAGES)) renameSync(PAGES, join(NEXT, 'earlier'))
  renameSync(join(NEXT, 'client'), PAGES)
  rmSync(NEXT, { recursive: true })
}
