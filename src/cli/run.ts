import { type CliOptions, UsageError, parseCommandLine, requireApplyOptions } from './args.ts'
import { printFailure } from './output.ts'

// An import would load much more (see read-file.ts).
const { statSync } = process.getBuiltinModule('node:fs')

/** Each command's module is loaded on demand. */
const COMMANDS: Readonly<Record<string, (request: CliOptions) => Promise<number>>> = {
  inspect: async (request) => done((await import('./inspect.ts')).inspect(request)),
  convert: async (request) => done((await import('./convert.ts')).convert(request)),
  apply: applyFileOrArchive,
}

/** The code for archives is loaded for them only. */
async function applyFileOrArchive(options: CliOptions): Promise<number> {
  const { openInput } = await import('./many/archive-lists.ts')
  const { request, archive } = await openInput(options)
  if (archive === undefined) return done((await import('./apply.ts')).apply(request))
  const { applyArchive } = await import('./many/apply-archive.ts')
  return applyArchive(request, archive)
}

async function done(work: Promise<void>): Promise<number> {
  await work
  return 0
}

/**
 * Runs the command line. Results go to standard output, everything else to standard error.
 * @param args without the program: `['inspect', 'list.csv']`
 * @returns the exit code: 0 done, 1 an error, 2 wrong usage
 */
export async function run([command, ...args]: string[]): Promise<number> {
  try {
    if (command === 'admin') return await admin(args)
    if (command === undefined) throw new UsageError('Which command?')
    if (command === '--help' || command === '-h' || command === 'help') return await help()
    if (command === 'check') return await runCheck(args)
    if (command === 'sql') return await printSql(args)
    if (command === 'completion') return await printCompletion(args)
    if (command === '--version') return await printVersion()
    const action = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined
    if (action === undefined) throw new UsageError(`There is no command '${command}'.`)
    const request = parseCommandLine(args)
    if (request === 'help') return await help()
    if (request.saveRecipe !== undefined && command !== 'inspect')
      throw new UsageError('--save-recipe belongs to inspect.')
    if (request.place !== undefined && command !== 'apply' && request.saveRecipe === undefined)
      throw new UsageError('--place belongs to apply, and to inspect with --save-recipe.')
    if (request.mixed !== undefined && command !== 'apply') throw new UsageError('--mixed belongs to apply.')
    if (command === 'apply') requireApplyOptions(request)
    return await withInputs(command, request, action)
  } catch (error) {
    return await report(error)
  }
}

async function help(): Promise<number> {
  const { USAGE } = await import('./help/usage.ts')
  process.stdout.write(USAGE)
  return 0
}

/** Calls the command with each file that it reads. */
async function withInputs<Options extends CliOptions>(
  name: string,
  request: Options,
  command: (request: Options) => Promise<number>,
): Promise<number> {
  const { files, outDir } = request
  if (files.length === 1 && outDir === undefined && !isFolder(request.file))
    return await withInput(request, async (input) => command(await withOneList(name, input)))
  const { forEachFile } = await import('./many/for-each-file.ts')
  return await forEachFile(name, request, command)
}

/** Of an archive with several lists, `convert` and `check` would give the result of one for that of all. */
async function withOneList<Options extends CliOptions>(name: string, request: Options): Promise<Options> {
  if (name !== 'convert' && name !== 'check') return request
  const { openOneList } = await import('./many/archive-lists.ts')
  return await openOneList(request)
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/** Calls the command with the file that it reads. */
async function withInput<Options extends CliOptions, T>(
  request: Options,
  command: (request: Options) => Promise<T>,
): Promise<T> {
  const { recipe } = request
  const chosen = recipe === undefined ? request : (await import('./recipe.ts')).withRecipe(request, recipe)
  if (request.file !== '-') return await command(chosen)
  const { withStandardInput } = await import('./standard-input.ts')
  return await withStandardInput(chosen, command)
}

async function runCheck(args: readonly string[]): Promise<number> {
  const { parseCheck } = await import('./check/request.ts')
  const request = parseCheck(args)
  if (request === 'help') return await help()
  const { check } = await import('./check/check.ts')
  const checkAll = (all: typeof request) => withInputs('check', all, check)
  if (request.format === 'json') return await checkAll(request)
  const { reportFindings } = await import('./check/integration.ts')
  return await reportFindings(request, request.format, checkAll)
}

async function printSql(args: readonly string[]): Promise<number> {
  const { sql } = await import('./sql.ts')
  return sql(args) === 'help' ? await help() : 0
}

async function printCompletion(args: readonly string[]): Promise<number> {
  const { completion } = await import('./help/completion.ts')
  return completion(args) === 'help' ? await help() : 0
}

async function printVersion(): Promise<number> {
  const { VERSION } = await import('#product/version.ts')
  process.stdout.write(`levro ${VERSION}\n`)
  return 0
}

async function admin(args: string[]): Promise<number> {
  const { runAdmin } = await import('./admin/run.ts')
  return runAdmin(args)
}

async function report(error: unknown): Promise<number> {
  printFailure(error)
  if (!(error instanceof UsageError)) return 1
  const { USAGE } = await import('./help/usage.ts')
  process.stderr.write(`\n${USAGE}`)
  return 2
}
