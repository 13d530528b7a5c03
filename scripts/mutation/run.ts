// `npm run mutate -- src/money [src/…] [--count=200] [--seed=1]`: puts small bugs into the sources, one at a
// time, and lists those that no near test notices.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { type NearTest, nearTests } from '../near-tests.ts'
import { isEquivalent } from './equivalent-mutants.ts'
import { type Mutant, findMutants } from './mutants.ts'
import { copyProject } from './project-copy.ts'
import { sample } from './sample.ts'
import { ACTIVE_MUTANT, REACHED_FILE, withSwitches } from './switches.ts'
import type { TestReply, TestRequest } from './test-process.ts'

const ROOT = resolve(import.meta.dirname, '..', '..')

/** Test files that take longer are excluded: they are too slow to run for every mutant. */
const MAX_FILE_MS = 40_000

/** How long the near tests of one mutant take together, at most. */
const MAX_TESTS_MS = 90_000

/** How the reason begins where a run took too long. */
const NO_END = 'no end within'

type Outcome = { readonly mutant: Mutant; readonly noticedBy: string | undefined; readonly tests: number }

/** A near test file, how long it takes, and the mutants it reaches. */
type Reach = NearTest & { readonly ms: number; readonly reached: ReadonlySet<number> }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { count: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } },
})
const [count, seed] = [Number(values.count), Number(values.seed)]
if (positionals.length === 0 || !Number.isSafeInteger(count) || !Number.isSafeInteger(seed))
  stop('Usage: npm run mutate -- src/FOLDER [src/FILE.ts …] [--count=200] [--seed=1]')

const sources = positionals.flatMap(sourcesUnder)
const all = sources.flatMap((file) => findMutants(file, readFileSync(join(ROOT, file), 'utf8')))
const mutants = new Map(
  sample(
    all.filter((mutant) => !isEquivalent(mutant)),
    count,
    seed,
  ).entries(),
)
print(`${mutants.size} of ${all.length} mutants in ${sources.length} files, seed ${seed}.`)

const copy = copyProject(ROOT)
const children = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of children) endGroup(child)
  copy.remove()
})
// Without a handler, a signal ends this process before what it started is ended and removed.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1))
for (const file of sources) {
  const own = new Map([...mutants].filter(([, mutant]) => mutant.file === file))
  if (own.size > 0)
    writeFileSync(join(copy.folder, file), withSwitches(readFileSync(join(ROOT, file), 'utf8'), own))
}

const runners = await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, startRunner))
const reaches = await readReaches(nearTests(ROOT, positionals))
const outcomes = await judge(reaches)
report(outcomes)
process.exit()

function sourcesUnder(path: string): string[] {
  if (!existsSync(join(ROOT, path))) stop(`${path} does not exist.`)
  const files = statSync(join(ROOT, path)).isDirectory()
    ? globSync(`${path}/**/*.{ts,tsx}`, { cwd: ROOT })
    : [path]
  return files
    .map((file) => file.split(sep).join('/'))
    .filter((file) => !/\.(?:test|d)\.tsx?$/.test(file) && !file.includes('i18n/messages/'))
    .toSorted()
}

/** Runs every near test file once, unchanged, to learn how long it takes and which mutants it reaches. */
async function readReaches(tests: readonly NearTest[]): Promise<Reach[]> {
  const found: Reach[] = []
  await share(tests, async (runner, test, index) => {
    const file = join(copy.folder, '..', `reached-${index}`)
    const start = performance.now()
    const { failed } = await runner.run([test.file], { [REACHED_FILE]: file }, MAX_FILE_MS * 2)
    const ms = performance.now() - start
    if (failed !== undefined) return print(`Left out, it fails unchanged: ${test.file} (${failed})`)
    if (ms > MAX_FILE_MS) return print(`Left out, it takes ${Math.round(ms / 1000)} s: ${test.file}`)
    const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
    found.push({ ...test, ms, reached: new Set(lines.filter((line) => line !== '').map(Number)) })
  })
  print(
    `${found.length} near test files, ${Math.round(found.reduce((sum, { ms }) => sum + ms, 0) / 1000)} s.`,
  )
  return found.toSorted((a, b) => a.distance - b.distance || a.ms - b.ms)
}

async function judge(tests: readonly Reach[]): Promise<Outcome[]> {
  const found: Outcome[] = []
  await share([...mutants], async (runner, [id, mutant]) => {
    const chosen = testsOf(
      mutant,
      tests.filter(({ reached }) => reached.has(id)),
    )
    const noticedBy = await findFailure(runner, id, mutant, chosen)
    found.push({ mutant, noticedBy, tests: chosen.length })
    if (noticedBy === undefined || found.length % 20 === 0) print(`${found.length} of ${mutants.size} …`)
  })
  return found
}

/** The first of the tests that fails with the mutant and passes without it. */
async function findFailure(
  runner: Runner,
  id: number,
  mutant: Mutant,
  tests: readonly Reach[],
): Promise<string | undefined> {
  if (tests.length === 0) return undefined
  const limitMs = 10_000 + 5 * tests.reduce((sum, { ms }) => sum + ms, 0)
  const files = tests.map(({ file }) => file)
  const { failed, file } = await runner.run(files, { [ACTIVE_MUTANT]: String(id) }, limitMs)
  if (file === undefined || file === namesakeOf(mutant)) return failed
  const without = await runner.run([file], {}, limitMs)
  if (without.failed === undefined) return failed
  print(`Left out, it fails without a mutant too: ${file} (${without.failed})`)
  return findFailure(
    runner,
    id,
    mutant,
    tests.filter((test) => test.file !== file),
  )
}

function namesakeOf({ file }: Mutant): string {
  return file.replace(/\.tsx?$/, '.test$&')
}

/** The test files to run for a mutant: those of its folder first, then others, up to `MAX_TESTS_MS` in total. */
function testsOf(mutant: Mutant, reaching: readonly Reach[]): Reach[] {
  const folder = mutant.file.replace(/[^/]*$/, '')
  const rank = ({ file }: Reach) => (file === namesakeOf(mutant) ? 0 : file.startsWith(folder) ? 1 : 2)
  let sum = 0
  return reaching
    .toSorted((a, b) => rank(a) - rank(b))
    .filter(({ ms }, index) => (sum += ms) <= MAX_TESTS_MS || index === 0)
}

function report(found: readonly Outcome[]): void {
  const unnoticed = found
    .filter(({ noticedBy }) => noticedBy === undefined)
    .toSorted((a, b) =>
      a.mutant.file < b.mutant.file ? -1 : a.mutant.file > b.mutant.file ? 1 : a.mutant.line - b.mutant.line,
    )
  print(`\nUnnoticed, in the order of the sources:`)
  for (const { mutant, tests } of unnoticed) print(describe(mutant, tests))
  const noticed = found.length - unnoticed.length
  const timedOut = found.filter(({ noticedBy }) => noticedBy?.startsWith(NO_END) === true).length
  const share = ((noticed / found.length) * 100).toFixed(1)
  print(`\n${noticed} of ${found.length} noticed (${share} %), ${timedOut} of them by a time limit.`)
  mkdirSync(join(ROOT, 'test-results'), { recursive: true })
  writeFileSync(join(ROOT, 'test-results', 'mutation.json'), JSON.stringify(found, undefined, 1))
}

function describe({ file, line, operator, before, after }: Mutant, tests: number): string {
  const where = tests === 0 ? 'reached by no near test' : `not noticed by ${tests} test files`
  return `${file}:${line} ${operator}, ${where}\n  - ${indent(before)}\n  + ${indent(after)}`
}

function indent(text: string): string {
  return text.replaceAll('\n', '\n    ')
}

type Runner = {
  /** Runs test files. A run over its time limit counts as failed: a mutant that never ends is noticed. */
  run: (files: readonly string[], env: Record<string, string>, limitMs: number) => Promise<TestReply>
}

/** Runs tests in a process that stays open, and in a new one after it has ended or taken too long. */
async function startRunner(): Promise<Runner> {
  let child = await startChild()
  return {
    run: async (files, env, limitMs) => {
      const { promise, resolve: end } = Promise.withResolvers<TestReply>()
      const timer = setTimeout(() => end({ failed: `${NO_END} ${Math.round(limitMs / 1000)} s` }), limitMs)
      child.once('message', (reply) => end(reply as TestReply))
      child.once('exit', () => end({ failed: 'the test process ended' }))
      child.send({ files, env } satisfies TestRequest)
      const reply = await promise
      clearTimeout(timer)
      child.removeAllListeners('message').removeAllListeners('exit')
      if (reply.failed?.startsWith(NO_END) === true || !child.connected) {
        endGroup(child)
        children.delete(child)
        child = await startChild()
      }
      return reply
    },
  }
}

async function startChild(): Promise<ChildProcess> {
  const program = join(copy.folder, 'scripts', 'mutation', 'test-process.ts')
  const child = fork(program, {
    cwd: copy.folder,
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  children.add(child)
  const ended = once(child, 'exit').then(() => stop('The test process ended at its start.'))
  await Promise.race([once(child, 'message'), ended])
  child.removeAllListeners('exit')
  return child
}

/** Ends a test process with everything it started. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

/** Does the work for every item, as many at a time as there are runners. */
async function share<T>(
  items: readonly T[],
  work: (runner: Runner, item: T, index: number) => unknown,
): Promise<void> {
  const left = [...items.entries()]
  await Promise.all(
    runners.map(async (runner) => {
      for (let next = left.shift(); next !== undefined; next = left.shift())
        await work(runner, next[1], next[0])
    }),
  )
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function stop(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
