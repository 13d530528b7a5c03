import { dirname, join } from 'node:path'
import type { OpenedFile } from '#formats/format.ts'
import { writtenPath } from '#formats/written-path.ts'
import { CliError, FILE_PROBLEMS, codeOf } from '../error.ts'

// An import would load much more (see read-file.ts).
const { mkdirSync, statSync } = process.getBuiltinModule('node:fs')

/** What is the same for all paths of a file or folder; undefined where there is none. */
export function idOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true })
  return found && `${found.dev}:${found.ino}`
}

const IN_PLACE = 'there is a file in the place of its folder'

/** By the code of the system error. */
const PATH_PROBLEMS: Readonly<Record<string, string>> = { EEXIST: IN_PLACE, ENOTDIR: IN_PLACE }

/** The folder of the results of several files. Neither a file that was read nor another result is replaced. */
export class ResultFolder {
  readonly #folder: string
  /** Names of files that are read, and of results. */
  readonly #names: Set<string>
  /** The same files by identity: names can differ and still be those of one file. */
  readonly #inputs: ReadonlySet<string | undefined>
  readonly #results = new Set<string | undefined>()
  #last: string | undefined

  /** @param inputs those that are read */
  constructor(folder: string, inputs: readonly { readonly path: string; readonly name: string }[]) {
    this.#folder = folder
    this.#names = new Set(inputs.map(({ name }) => name))
    this.#inputs = new Set(inputs.map(({ path }) => idOf(path)))
  }

  /**
   * The path of a result, whose folder is made.
   * @throws {CliError} where there is a file that must not be replaced
   */
  pathOf(name: string): string {
    const path = join(this.#folder, name)
    const refused = (problem: string) =>
      new CliError(`${path}: the result cannot be written there: ${problem}.`)
    let id: string | undefined
    try {
      mkdirSync(dirname(path), { recursive: true })
      id = idOf(path)
    } catch (error) {
      throw refused(
        PATH_PROBLEMS[codeOf(error)] ?? FILE_PROBLEMS[codeOf(error)] ?? 'no file can have this name',
      )
    }
    if (id !== undefined && this.#inputs.has(id)) throw refused('it is a price list that is read')
    if (id !== undefined && this.#results.has(id)) throw refused('it is the result of another file')
    this.#names.add(name)
    this.#last = path
    return path
  }

  /** The path of a file that is given back, whose name ends as its form does: a workbook in the old form comes back as XLSX. */
  pathOfOwn(name: string, file: Pick<OpenedFile, 'format' | 'packing'>): string {
    return this.pathOf(writtenPath(name, file, (path) => this.#names.has(path)))
  }

  /** The last result has been written, or could not be. */
  settle(): void {
    if (this.#last !== undefined) this.#results.add(idOf(this.#last))
    this.#last = undefined
  }
}
