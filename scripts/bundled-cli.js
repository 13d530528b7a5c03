// Runs the command line. A program of its own, that of the project's Node: `levro.js` starts it on any other.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join, relative } from 'node:path'
import { ROOT } from './installed.js'

const MAIN = 'src/cli/main.ts'
const FOLDER = join(ROOT, 'build', 'cli')
/** The bundle that is run, its files, and those it was made of. */
const RECORD = join(FOLDER, 'bundle.json')
/** How long older bundles are kept, in milliseconds: another process may still be loading files from one. */
const KEPT_MS = 3_600_000

// Compiled once, and not at each start: most of what a small file takes.
enableCompileCache(join(ROOT, 'node_modules', '.cache', 'levro'))
// The administrator's commands are the server's.
await import(`../${process.argv[2] === 'admin' ? MAIN : await bundledCli()}`)

/**
 * The entry file of the bundled command line, because resolving and linking about a hundred modules takes longer than reading
 * a small catalogue. Rebuilt when a source file has changed; falls back to the sources when the build fails.
 * @returns {Promise<string>} its path below the root
 */
async function bundledCli() {
  try {
    const made = recorded()
    return made?.files?.every(isUnchanged) ? made.main : await bundle(made)
  } catch {
    // A folder that cannot be written, no bundler, or a wrong source, which tells so itself.
    return MAIN
  }
}

/** @returns {{ main: string, files: [path: string, size: number, changed: number][] } | undefined} */
function recorded() {
  try {
    return JSON.parse(readFileSync(RECORD, 'utf8'))
  } catch {
    return undefined
  }
}

/** A file below the root with its size and the time of its last change. */
function stateOf(path) {
  const found = statSync(join(ROOT, path), { throwIfNoEntry: false })
  return [path, found?.size, found?.mtimeMs]
}

function isUnchanged([path, size, changed]) {
  const found = statSync(join(ROOT, path), { throwIfNoEntry: false })
  return found?.size === size && found?.mtimeMs === changed
}

async function bundle(before) {
  const name = `${Date.now()}-${process.pid}`
  const folder = join(FOLDER, name)
  const main = `build/cli/${name}/main.js`
  mkdirSync(folder, { recursive: true })
  try {
    const { build } = await import('vite')
    // `imports` in package.json says where the modules are.
    const files = ['package.json', 'package-lock.json', relative(ROOT, import.meta.filename)].map(stateOf)
    // Recorded before the file is read, so that a change during the build causes a rebuild at the next start.
    const seen = { name: 'seen', load: (id) => void files.push(stateOf(relative(ROOT, id))) }
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
        rolldownOptions: { external: /^#server\//, output: { entryFileNames: 'main.js' } },
      },
    })
    for (const one of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      files.push(stateOf(`build/cli/${name}/${one}`))
    writeFileSync(join(FOLDER, `${name}.json`), JSON.stringify({ main, files }))
    renameSync(join(FOLDER, `${name}.json`), RECORD)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
  removeOld([main, before?.main].map((path) => path?.split('/').at(-2)))
  return main
}

function removeOld(kept) {
  for (const one of readdirSync(FOLDER, { withFileTypes: true })) {
    const isOld = Number.parseInt(one.name, 10) < Date.now() - KEPT_MS
    if (one.isDirectory() && isOld && !kept.includes(one.name))
      rmSync(join(FOLDER, one.name), { recursive: true })
  }
}
