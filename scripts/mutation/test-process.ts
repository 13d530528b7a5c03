// Runs test files in one Vitest that stays open, as a child process of `run.ts`, which ends it when a mutant never returns.
import { relative, sep } from 'node:path'
import { type TestSpecification, createVitest } from 'vitest/node'

/** A request of the parent: test files to run, relative to the folder, with these environment variables. */
export type TestRequest = { readonly files: readonly string[]; readonly env: Record<string, string> }

/** The first test that failed and its file, or undefined if all passed. */
export type TestReply = { readonly failed: string | undefined; readonly file?: string | undefined }

const root = process.cwd()
let failed: string | undefined

const vitest = await createVitest('test', {
  root,
  watch: false,
  maxWorkers: 1,
  project: ['layers', 'server', 'abuse'],
  reporters: [
    {
      onTestCaseResult(test) {
        if (test.result().state === 'failed') fail(test.fullName)
      },
      onTestModuleEnd(module) {
        const [error] = module.errors()
        if (error !== undefined) fail(error.message)
      },
    },
  ],
})

function fail(name: string): void {
  failed ??= name
  // What is left of the run would tell nothing more.
  void vitest.cancelCurrentRun('test-failure')
}

await vitest.standalone()
const specifications = new Map<string, TestSpecification>()
for (const specification of await vitest.globTestSpecifications())
  specifications.set(relative(root, specification.moduleId).split(sep).join('/'), specification)

process.on('message', ({ files, env }: TestRequest) => void answer(files, env))
process.on('disconnect', () => process.exit())
process.send?.({ failed: undefined } satisfies TestReply)

async function answer(files: readonly string[], env: Record<string, string>): Promise<void> {
  failed = undefined
  let failedFile: string | undefined
  Object.assign(process.env, env)
  // One run each: a mutant that is noticed by the nearest file needs no other one to be loaded.
  for (const file of files) {
    if (failed !== undefined) break
    const specification = specifications.get(file)
    if (specification === undefined) throw new Error(`Vitest has no test file ${file}.`)
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications([specification])
    // Of all runs so far.
    const own = testModules.find(({ moduleId }) => moduleId === specification.moduleId)
    if (unhandledErrors.length > 0 || own?.ok() !== true) failed ??= `an error in ${file}`
    if (failed !== undefined) failedFile = file
  }
  for (const name of Object.keys(env)) delete process.env[name]
  process.send?.({ failed, file: failedFile } satisfies TestReply)
}
