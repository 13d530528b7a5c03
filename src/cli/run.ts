import { type CliOptions, UsageError, parseCommandLine } from './args.ts'
import { CliError } from './error.ts'
import { clearProgress, printError } from './output.ts'

/** Each command's module is loaded on demand. */
const COMMANDS: Readonly<Record<string, (request: CliOptions) => Promise<void>>> = {
  inspect: async (request) => (await import('./inspect.ts')).inspect(request),
  convert: async (request) => (await import('./convert.ts')).convert(request),
  apply: async (request) => (await import('./apply.ts')).apply(request),
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
    const action = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined
    if (action === undefined) throw new UsageError(`There is no command '${command}'.`)
    const request = parseCommandLine(args)
    if (request === 'help') return await help()
    if (request.saveRecipe !== undefined && command !== 'inspect')
      throw new UsageError('--save-recipe belongs to inspect.')
    if (request.place !== undefined && command !== 'apply' && request.saveRecipe === undefined)
      throw new UsageError('--place belongs to apply, and to inspect with --save-recipe.')
    if (request.mixed !== undefined && command !== 'apply') throw new UsageError('--mixed belongs to apply.')
    await withInput(request, action)
    return 0
  } catch (error) {
    return await report(error)
  }
}

async function help(): Promise<number> {
  const { USAGE } = await import('./usage.ts')
  process.stdout.write(USAGE)
  return 0
}

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
  const { check, parseCheck } = await import('./check.ts')
  const request = parseCheck(args)
  return request === 'help' ? await help() : await withInput(request, check)
}

async function printSql(args: readonly string[]): Promise<number> {
  const { sql } = await import('./sql.ts')
  return sql(args) === 'help' ? await help() : 0
}

async function admin(args: string[]): Promise<number> {
  const { runAdmin } = await import('./admin/run.ts')
  return runAdmin(args)
}

async function report(error: unknown): Promise<number> {
  clearProgress()
  if (error instanceof UsageError) {
    const { USAGE } = await import('./usage.ts')
    printError(error.message)
    process.stderr.write(`\n${USAGE}`)
    return 2
  }
  if (error instanceof CliError) printError(error.message)
  // A defect: the stack has several lines.
  else for (const line of stackOf(error).split('\n')) printError(line)
  return 1
}

const stackOf = (error: unknown): string =>
  (error instanceof Error ? error.stack : undefined) ?? String(error)
