import { dirname, join, relative, resolve, sep } from 'node:path'
import { isNoList } from '#formats/packed/archive.ts'
import { idOf } from './result-folder.ts'

// An import would load much more (see read-file.ts).
const { readdirSync, statSync } = process.getBuiltinModule('node:fs')

/** A file that was given, or found in a folder. */
export type InputFile = {
  readonly path: string
  /** Its path below the folder that all that was given has in common. */
  readonly name: string
  /** Why it is not read. */
  readonly problem?: string
}

type Found = Omit<InputFile, 'name'>

/**
 * Finds the files to be read, in the order in which they were given, and those of a folder by name: without pictures, hidden files
 * and those of systems.
 * @param outDir the folder of results, in which nothing is read
 */
export function findFiles(given: readonly string[], outDir: string | undefined): InputFile[] {
  const results = outDir === undefined ? undefined : idOf(outDir)
  const found = new Map<string, Found>()
  let base: string | undefined
  for (const path of given) {
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
    const root = isFolder ? resolve(path) : dirname(resolve(path))
    base = base === undefined ? root : commonFolder(base, root)
    for (const file of isFolder ? filesIn(path, '', results) : [{ path }])
      if (!found.has(resolve(file.path))) found.set(resolve(file.path), file)
  }
  return [...found].map(([absolute, file]) => ({ ...file, name: relative(base!, absolute) }))
}

/** @param below the path of a folder in `root`, with `/` at its end unless it is `root` itself */
function* filesIn(root: string, below: string, results: string | undefined): Generator<Found> {
  const folder = join(root, below)
  let entries
  try {
    entries = readdirSync(folder, { withFileTypes: true })
  } catch {
    yield { path: folder, problem: 'the folder cannot be read.' }
    return
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = below + entry.name
    const path = join(root, name)
    if (entry.isDirectory()) {
      if (!isNoList(`${name}/`) && idOf(path) !== results) yield* filesIn(root, `${name}/`, results)
      continue
    }
    if (isNoList(name)) continue
    if (entry.isFile()) yield { path }
    else if (entry.isSymbolicLink()) yield linked(path)
  }
}

/** Folders may lead to each other. */
function linked(path: string): Found {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
  return isFolder
    ? { path, problem: 'this link leads to a folder, which is read when it is given itself.' }
    : { path }
}

function commonFolder(one: string, other: string): string {
  let folder = one
  while (folder !== other && !other.startsWith(folder.endsWith(sep) ? folder : folder + sep))
    folder = dirname(folder)
  return folder
}
