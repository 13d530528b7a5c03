// `npm run types`: checks the types of every layer. Runs on the system's Node.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBuilt } from './built.js'
import { ensureInstalled, ROOT, runToolAsync } from './installed.js'

const LAYERS = [
  'i18n',
  'money',
  'product',
  'table',
  'pricelist',
  'writeback',
  'formats',
  'files',
  'api',
  'reports',
  'engine',
  'web',
  // With its own types instead of the DOM's.
  'web/service-worker',
  'server',
  'cli',
  'stripe-emulator',
]

const PROJECTS = ['.', ...LAYERS.map((layer) => join('src', layer))]

/** The projects that compile these paths: their layers, and the root project, which has the tests, scripts and benchmarks. */
export function projectsOf(paths) {
  const layers = PROJECTS.filter((project) =>
    paths.some((path) => `${path}/`.startsWith(`${project}/`) || project.startsWith(`${path}/`)),
  )
  const isOfRoot = (path) =>
    /\.test\.tsx?$/.test(path) || !path.startsWith('src/') || !/\.[jt]sx?$/.test(path)
  return paths.some(isOfRoot) ? ['.', ...layers] : layers
}

/** The root project has the tests, scripts and benchmarks. Two projects at a time: each takes one core. */
export async function checkTypes(chosen = PROJECTS) {
  // The build generates the typed messages.
  if (!existsSync(join(ROOT, 'src', 'i18n', 'messages'))) ensureBuilt()
  const projects = [...chosen]
  const check = async () => {
    for (let project = projects.shift(); project !== undefined; project = projects.shift())
      await runToolAsync('tsc', '-p', project)
  }
  await Promise.all([check(), check()])
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensureInstalled()
  await checkTypes()
}
