// Runs the command line. Needs the project's Node: on another, `levro.js` starts it as a child process.
import { join, relative } from 'node:path'
import { ROOT } from './installed.js'

// Faster than imports, which read each export and so load the modules of streams and promises.
const { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } =
  process.getBuiltinModule('node:fs')
const { enableCompileCache } = process.getBuiltinModule('node:module')

const MAIN = 'src/cli/main.ts'
const OWN = relative(ROOT, import.meta.filename)
const MESSAGES = join(ROOT, 'src', 'i18n', 'messages', 'messages', '/')
const FOLDER = join(ROOT, 'build', 'cli')
/** Names the current bundle, its files and its source files. */
const RECORD = join(FOLDER, 'bundle.json')
/** Of modules with all that they import: each file that is loaded takes a millisecond. */
const GROUPS = [
  { name: 'start', tags: ['$initial'], test: (id) => !id.endsWith(MAIN), priority: 1 },
  { name: 'price-list', test: /[\\/]src[\\/]cli[\\/]apply\.ts$/ },
]
/** How long older bundles are kept, in milliseconds: another process may still load files from one. */
const KEPT_MS = 3_600_000

// Compiling takes most of the time of a small file: done once, not at each start.
enableCompileCache(join(ROOT, 'node_modules', '.cache', 'levro'))
// The administrator's commands are the server's.
await import(`../${process.argv[2] === 'admin' ? MAIN : await bundledCli()}`)

/**
 * The entry file of the bundled command line, because resolving and linking about a hundred modules takes longer than reading
 * a small price list. Rebuilt when a source file has changed; falls back to the sources when the build fails.
 * @returns {Promise<string>} its path below the root
 */
async function bundledCli() {
  try {
    const made = recorded()
    return isCurrent(made) ? made.main : await bundle(made)
  } catch {
    // A read-only folder, no bundler, or an error in a source, which is reported when the source is run.
    return MAIN
  }
}

/** @returns {{ main: string, files: [path: string, size: number, changed: number][] } | undefined} the record as JSON, not validated */
function recorded() {
  try {
    return JSON.parse(readFileSync(RECORD, 'utf8'))
  } catch {
    return undefined
  }
}

/** Whether the record names a bundle, and no file has changed since. */
function isCurrent(made) {
  if (!Array.isArray(made?.files) || !made.files.every(Array.isArray)) return false
  return made.files.some(([path]) => path === made.main) && made.files.every(isUnchanged)
}

/** A file below the root with its size and the time of its last change. */
function stateOf(path) {
  const found = statSync(join(ROOT, path), { throwIfNoEntry: false })
  return [path, found?.size, found?.mtimeMs]
}

function isUnchanged([path, size, changed]) {
  const found = statSync(join(ROOT, String(path)), { throwIfNoEntry: false })
  return found?.size === size && found?.mtimeMs === changed
}

async function bundle(before) {
  const name = `${Date.now()}-${process.pid}`
  const folder = join(FOLDER, name)
  const main = `build/cli/${name}/main.js`
  const { NODE_ENV } = process.env
  mkdirSync(folder, { recursive: true })
  try {
    const { build } = await import('vite')
    // `imports` in package.json says where the modules are.
    const files = ['package.json', 'package-lock.json', 'tsconfig.base.json', OWN].map(stateOf)
    // Recorded before the file is read, so that a change during the build causes a rebuild at the next start.
    const read = []
    const seen = {
      name: 'seen',
      load: (id) => void read.push({ id, state: stateOf(relative(ROOT, id)) }),
      // Most messages, each a file, are the page's.
      generateBundle: (_, bundle) => {
        const used = new Set(Object.values(bundle).flatMap(({ modules = {} }) => Object.keys(modules)))
        for (const { id, state } of read) if (used.has(id) || !id.startsWith(MESSAGES)) files.push(state)
      },
    }
    await build({
      configFile: false,
      root: ROOT,
      logLevel: 'silent',
      publicDir: false,
      plugins: [seen],
      build: {
        ssr: MAIN,
        outDir: folder,
        minify: false,
        // Server modules resolve their workers and migrations relative to their own files, so they are not bundled.
        rolldownOptions: {
          external: /^#server\//,
          output: { entryFileNames: 'main.js', codeSplitting: { groups: GROUPS } },
        },
      },
    })
    for (const one of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      files.push(stateOf(`build/cli/${name}/${one}`))
    writeFileSync(join(FOLDER, `${name}.json`), JSON.stringify({ main, files }))
    renameSync(join(FOLDER, `${name}.json`), RECORD)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  } finally {
    // Vite sets it; a run that builds must not differ from others.
    if (NODE_ENV === undefined) delete process.env.NODE_ENV
  }
  removeOld([main, before?.main].map((path) => String(path).split('/').at(-2)))
  return main
}

/** Removes older bundles, and records that were never put in place; another process may be removing them too. */
function removeOld(kept) {
  for (const name of readdirSync(FOLDER)) {
    const isOld = Number.parseInt(name, 10) < Date.now() - KEPT_MS
    if (isOld && !kept.includes(name)) rmSync(join(FOLDER, name), { recursive: true, force: true })
  }
}
