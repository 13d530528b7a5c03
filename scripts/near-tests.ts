import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join, posix, sep } from 'node:path'
import { parseSync } from 'vite'

/** A test file, and how many imports it is away from the sources it is near to: 0 is the source itself. */
export type NearTest = { readonly file: string; readonly distance: number }

/**
 * Modules that assemble a program. Every test of the program reaches everything through them, so their imports are not
 * followed.
 */
const COMPOSITION_ROOTS = new Set([
  'src/server/app.ts',
  'src/server/main.ts',
  'src/cli/main.ts',
  'src/cli/run.ts',
  'src/formats/registry.ts',
  'test/harness.ts',
])

/** The tests of the running server that are about one part of it: the beginnings of their names, by folder or file of the part. */
const SERVER_SUBJECTS: Record<string, readonly string[]> = {
  'src/server/tokens': ['ledger-', 'free-tokens', 'admin-grant', 'admin-ledger'],
  'src/server/payments': ['purchases-'],
  'src/server/conversions': ['bulk-', 'concurrency', 'cut-off'],
  'src/server/account': ['deletion-', 'admin-accounts'],
  'src/server/backup': ['backup-'],
  'src/server/emails': ['emails'],
  'src/server/mail': ['emails'],
  'src/server/metrics': ['admin-usage'],
  'src/server/http': ['headers', 'openapi', 'lost-connections', 'proxied-server', 'through-nginx'],
  'src/server/db': ['fault-', 'two-processes'],
  'src/server/cleanup.ts': ['purchases-retention'],
  'src/stripe-emulator': ['stripe-emulator-'],
  'src/cli/admin': ['admin-', 'backup-command', 'ledger-chain'],
}

/** With this many test files, those further away are left out. */
const ENOUGH = 10

/** Imports further away than this say little about what a test is for. */
const MAX_DISTANCE = 2

/** Test files of minutes. Vitest starts them first; they are never selected as near tests. */
export const LONG =
  /\/(?:endurance-|purchases-deaths-|price-list-fuzz|real-price-lists|accessibility|page-start|recorded\.)/

/**
 * The test files near to sources, nearest first: those in the same folder, those of the running server about it, and those
 * that import it, also through other files. Tests in a browser are left out. Paths are relative to the repository, with
 * forward slashes.
 * @param paths Source files, test files or folders.
 */
export function nearTests(root: string, paths: readonly string[]): NearTest[] {
  const sources = [...new Set(paths.flatMap((path) => filesUnder(root, path)))]
  const importers = readImporters(root)
  const distances = new Map<string, number>(sources.map((source) => [source, 0]))
  for (const test of sources.flatMap((source) => testsBeside(root, source)))
    if (!distances.has(test)) distances.set(test, 1)
  let ring = sources
  for (let distance = 1; distance <= MAX_DISTANCE && ring.length > 0; distance++) {
    const next = ring
      .flatMap((file) => importers.get(file) ?? [])
      .filter((file) => !COMPOSITION_ROOTS.has(file))
    ring = [...new Set(next)].filter((file) => (distances.get(file) ?? Infinity) >= distance)
    for (const file of ring) distances.set(file, distance)
    if (countTests(distances.keys()) >= ENOUGH) break
  }
  return [...distances]
    .filter(([file]) => isNear(file))
    .map(([file, distance]) => ({ file, distance }))
    .toSorted((a, b) => a.distance - b.distance || (a.file < b.file ? -1 : 1))
}

const isNear = (file: string): boolean =>
  /\.test\.tsx?$/.test(file) && !file.startsWith('test/e2e/') && !LONG.test(file)

const countTests = (files: Iterable<string>): number => [...files].filter(isNear).length

/** The tests in the folder of a source, and those of the running server about it. */
function testsBeside(root: string, source: string): string[] {
  const folder = posix.dirname(source)
  const subjects = Object.entries(SERVER_SUBJECTS).flatMap(([part, names]) =>
    source === part || source.startsWith(`${part}/`)
      ? names.map((name) => `test/server/${name}*.test.ts`)
      : [],
  )
  return listFiles(root, [`${folder}/*.test.{ts,tsx}`, ...subjects])
}

function filesUnder(root: string, path: string): string[] {
  const file = posix.normalize(path.split(sep).join('/')).replace(/\/$/, '')
  if (!existsSync(join(root, file))) throw new Error(`${path} does not exist.`)
  return statSync(join(root, file)).isDirectory() ? listFiles(root, [`${file}/**/*.{ts,tsx}`]) : [file]
}

const listFiles = (root: string, patterns: string[]): string[] =>
  globSync(patterns, { cwd: root }).map((file) => file.split(sep).join('/'))

/** What `readImporters` found, by root: reading takes seconds. */
const known = new Map<string, Map<string, string[]>>()

/** Which files import each file. */
function readImporters(root: string): Map<string, string[]> {
  const importers = known.get(root) ?? new Map<string, string[]>()
  if (importers.size > 0) return importers
  known.set(root, importers)
  for (const file of listFiles(root, ['src/**/*.{ts,tsx}', 'test/**/*.ts', 'scripts/**/*.ts']))
    for (const imported of importsOf(root, file))
      importers.set(imported, [...(importers.get(imported) ?? []), file])
  return importers
}

/** The files that a file runs code of: imports other than of types, and files named to start as a worker or process. */
function importsOf(root: string, file: string): Set<string> {
  const text = readFileSync(join(root, file), 'utf8')
  const { module } = parseSync(file, text)
  const specifiers = [
    ...module.staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some((entry) => !entry.isType))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.map((entry) => (entry.isType ? undefined : entry.moduleRequest?.value)),
    ),
    ...[...text.matchAll(/(?:import\(|new URL\()\s*['"]([^'"]+)['"]/g)].map(([, specifier]) => specifier),
  ]
  return new Set(
    specifiers.map((specifier) => resolveImport(file, specifier)).filter((to) => to !== undefined),
  )
}

function resolveImport(from: string, specifier: string | undefined): string | undefined {
  if (specifier === undefined || !/\.[jt]sx?(?:\?.*)?$/.test(specifier)) return undefined
  const path = specifier.replace(/\?.*/, '')
  if (path.startsWith('#test/')) return path.slice(1)
  if (path.startsWith('#')) return `src/${path.slice(1)}`
  return path.startsWith('.') ? posix.join(posix.dirname(from), path) : undefined
}
