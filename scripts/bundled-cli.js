// Runs the command line. A program of its own, that of the project's Node: `levro.js` starts it on any other.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join, relative } from 'node:path'
import { ROOT } from './installed.js'

const MAIN = 'src/cli/main.ts'
const FOLDER = join(ROOT, 'build', 'cli')
/** The bundle that is run, and the files it was made of. */
const RECORD = join(FOLDER, 'bundle.json')

// Compiled once, and not at each start: most of what a small file takes.
enableCompileCache(join(ROOT, 'node_modules', '.cache', 'levro'))
// The administrator's commands are the server's.
await import(`../${process.argv[2] === 'admin' ? MAIN : await bundledCli()}`)

/**
 * The program of the command line, in a few files: to find and link its hundred modules takes longer than to read a small
 * catalogue. Made anew when one of them has changed; the sources themselves where that fails.
 * @returns {Promise<string>} its path below the root
 */
async function bundledCli() {
  try {
    const made = existsSync(RECORD) ? JSON.parse(readFileSync(RECORD, 'utf8')) : undefined
    if (made !== undefined && made.sources.every(isUnchanged) && existsSync(join(ROOT, made.main)))
      return made.main
    return await bundle(made)
  } catch {
    // A folder that cannot be written, or a wrong source, which tells so itself.
    return MAIN
  }
}

/** A file with its size and the time of its last change. */
function stateOf(path) {
  const found = statSync(path, { throwIfNoEntry: false })
  return [relative(ROOT, path), found?.size, found?.mtimeMs]
}

function isUnchanged([path, size, changed]) {
  const found = statSync(join(ROOT, path), { throwIfNoEntry: false })
  return found?.size === size && found?.mtimeMs === changed
}

async function bundle(before) {
  const name = `${Date.now()}-${process.pid}`
  mkdirSync(join(FOLDER, name), { recursive: true })
  const sources = [join(ROOT, 'package-lock.json'), import.meta.filename].map(stateOf)
  // Seen before it is read: what changes meanwhile is bundled anew the next time.
  const seen = { name: 'seen', load: (id) => void sources.push(stateOf(id)) }
  const { build } = await import('vite')
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'silent',
    publicDir: false,
    plugins: [seen],
    build: {
      ssr: MAIN,
      outDir: join(FOLDER, name),
      minify: false,
      // The server's modules find their workers and migrations beside them.
      rolldownOptions: { external: /^#server\//, output: { entryFileNames: 'main.js' } },
    },
  })
  const main = `build/cli/${name}/main.js`
  writeFileSync(join(FOLDER, `${name}.json`), JSON.stringify({ main, sources }))
  renameSync(join(FOLDER, `${name}.json`), RECORD)
  // The one before may be run still.
  const kept = [main, before?.main].map((path) => path?.split('/').at(-2))
  for (const one of readdirSync(FOLDER, { withFileTypes: true }))
    if (one.isDirectory() && !kept.includes(one.name)) rmSync(join(FOLDER, one.name), { recursive: true })
  return main
}
