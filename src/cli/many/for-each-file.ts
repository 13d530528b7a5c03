import { type CliOptions, UsageError } from '../args.ts'
import { CliError, counted } from '../error.ts'
import { clearProgress, printError, printFailure, showActivity, turn } from '../output.ts'
import { openInput, printOthers, requestFor } from './archive-lists.ts'
import { type InputFile, findFiles } from './find-files.ts'
import { ResultFolder } from './result-folder.ts'

type Command<Options extends CliOptions> = (request: Options) => Promise<number>

/** Endings of results that are not the user's own file. */
const ENDINGS: Readonly<Record<string, string>> = { convert: '.csv', inspect: '.json', check: '.json' }

/** The summary of files for which a command returned 1. */
const PARTLY: Readonly<Record<string, string>> = {
  check: 'with pairs that are not exact',
  apply: 'in part',
}

/**
 * Calls a command with each of several files (FILE-07), one after the other: one that fails leaves the others alone. Each begins its
 * lines with its path, and the last line counts them.
 * @param name that of the command
 * @returns the exit code: 1 where a file failed or asks, or the command returned 1
 */
export async function forEachFile<Options extends CliOptions>(
  name: string,
  request: Options,
  command: Command<Options>,
): Promise<number> {
  const { files, out, outDir, quiet } = request
  if (out !== undefined) throw new UsageError('--out is for one file: several need --out-dir DIR.')
  if (outDir === undefined && (name === 'apply' || name === 'convert'))
    throw new UsageError(`${name} needs --out-dir DIR for several files: the folder of the results.`)
  const found = findFiles(files, outDir)
  if (found.length === 0) throw new CliError('There is no file that may be a price list.')
  const run = new Run(
    name,
    request,
    command,
    outDir === undefined ? undefined : new ResultFolder(outDir, found),
  )
  for (const [i, file] of found.entries()) {
    showActivity(`${i + 1} of ${found.length}: ${file.path}`)
    // A signal is noticed.
    await turn()
    await run.read(file)
  }
  clearProgress()
  if (!quiet) printError(run.summary)
  return run.isWhole ? 0 : 1
}

class Run<Options extends CliOptions> {
  readonly #name: string
  readonly #request: Options
  readonly #command: Command<Options>
  readonly #results: ResultFolder | undefined
  #done = 0
  #partly = 0
  #failed = 0

  constructor(name: string, request: Options, command: Command<Options>, results: ResultFolder | undefined) {
    this.#name = name
    this.#request = request
    this.#command = command
    this.#results = results
  }

  get isWhole(): boolean {
    return this.#partly + this.#failed === 0
  }

  get summary(): string {
    const { done, partly, failed } = { done: this.#done, partly: this.#partly, failed: this.#failed }
    const parts = [`${done} done`]
    if (partly > 0) parts.push(`${partly} ${PARTLY[this.#name]}`)
    if (failed > 0) parts.push(`${failed} failed or with questions (--quiet shows only those)`)
    return `${counted(done + partly + failed, 'file')}: ${parts.join(', ')}.`
  }

  /** Reads a file: of an archive with several lists each of them, unless it is given back whole. */
  async read({ path, name, problem }: InputFile): Promise<void> {
    const about = { ...this.#request, file: path, source: path, subject: path }
    if (this.#name === 'apply' || problem !== undefined)
      return this.#call(about, name, () => {
        if (problem !== undefined) throw new CliError(problem)
        return about
      })
    let opened
    try {
      opened = await openInput(about)
    } catch (error) {
      return this.#fail(error, about)
    }
    const { request, archive } = opened
    if (archive === undefined) return this.#call(request, name, () => request)
    for (const list of archive.lists) {
      const source = `${path}/${list.path}`
      const ofList = { ...about, source, subject: source }
      await this.#call(ofList, `${name}/${list.path}`, () => requestFor(ofList, list))
    }
    if (!request.quiet) printOthers(about, archive.others)
  }

  /** @param requestOf may throw */
  async #call(
    about: { readonly subject?: string; readonly file: string },
    name: string,
    requestOf: () => Options | Promise<Options>,
  ): Promise<void> {
    try {
      const status = await this.#command(this.#withResult(await requestOf(), name))
      if (status === 0) this.#done++
      else this.#partly++
    } catch (error) {
      this.#fail(error, about)
    } finally {
      this.#results?.settle()
    }
  }

  #withResult(request: Options, name: string): Options {
    const results = this.#results
    if (results === undefined) return request
    const ending = ENDINGS[this.#name]
    if (ending === undefined) return { ...request, pathFor: (file) => results.pathOfOwn(name, file) }
    const isEnding = name.toLowerCase().endsWith(ending)
    return { ...request, out: results.pathOf(isEnding ? name : name + ending) }
  }

  #fail(error: unknown, { subject, file }: { readonly subject?: string; readonly file: string }): void {
    this.#failed++
    // Problems of the system name the file themselves.
    this.#request.onFailed?.(subject ?? file, file, error)
    const isNamed = error instanceof Error && error.message.startsWith(`${file}: `)
    printFailure(error, isNamed || subject === undefined ? {} : { subject })
  }
}
