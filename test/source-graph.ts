import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, relative, resolve, sep } from 'node:path'
import { parseSync } from 'vite'

export const SRC = resolve(import.meta.dirname, '..', 'src')

/** One parsed source file. Paths are relative to `src/`, with forward slashes. */
export type SourceFile = {
  readonly path: string
  /** Every specifier that it names: static, dynamic and type imports, and re-exports. */
  readonly specifiers: readonly string[]
  /** The source files among them. */
  readonly imports: readonly string[]
  readonly program: object
}

const isSource = (path: string): boolean =>
  /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !path.startsWith('i18n/messages/')

/** Parses every source file but tests and generated messages. */
export function readSources(): ReadonlyMap<string, SourceFile> {
  const paths = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .map((path) => path.split(sep).join('/'))
    .filter(isSource)
  return new Map(paths.map((path) => [path, readSource(path)]))
}

function readSource(path: string): SourceFile {
  const text = readFileSync(join(SRC, path), 'utf8')
  const { program, module, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`)
  const specifiers = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.map(({ moduleRequest }) => moduleRequest?.value),
    ),
    // Only the position of a dynamic import's argument is known; a quoted one is a literal.
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => literal(text.slice(start, end))),
  ].filter((specifier) => specifier !== undefined)
  const imports = specifiers
    .map((specifier) => resolveImport(path, specifier))
    .filter((to) => to !== undefined)
  return { path, specifiers, imports: [...new Set(imports)], program }
}

const literal = (text: string): string | undefined => /^(['"])(.*)\1$/.exec(text)?.[2]

/** The source file that a specifier names, or undefined for a package, a generated or a virtual module. */
function resolveImport(from: string, specifier: string): string | undefined {
  const path = specifier.startsWith('#')
    ? specifier.slice(1)
    : specifier.startsWith('.')
      ? posix.join(posix.dirname(from), specifier)
      : undefined
  return path !== undefined && isSource(path) ? path : undefined
}

/** Every set of files that import each other, directly or through others (Tarjan's strongly connected components). */
export function findImportCircles(files: ReadonlyMap<string, SourceFile>): string[][] {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []
  const visit = (path: string): void => {
    const own = index.size
    index.set(path, own)
    low.set(path, own)
    stack.push(path)
    for (const to of files.get(path)?.imports ?? []) {
      if (!index.has(to)) visit(to)
      if (stack.includes(to)) low.set(path, Math.min(low.get(path) ?? own, low.get(to) ?? own))
    }
    if (low.get(path) !== own) return
    const circle = stack.splice(stack.indexOf(path))
    if (circle.length > 1) circles.push(circle.toSorted())
  }
  for (const path of files.keys()) if (!index.has(path)) visit(path)
  return circles
}

/** The number of source files directly in each folder. */
export function countByFolder(files: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const path of files) {
    const folder = relative('.', dirname(path)).split(sep).join('/')
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return counts
}
