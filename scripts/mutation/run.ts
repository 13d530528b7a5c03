// `npm run mutate -- src/money [src/…] [--count=200] [--seed=1]`: puts small bugs into the sources, one at a
// time, and lists those that no near test notices.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { type NearTest, nearTests } from '../near-tests.ts'
import { EQUIVALENT_MUTANTS, isEquivalent } from './equivalent-mutants.ts'
import type { LaneReply, LaneRequest } from './lane.ts'
import { type Mutant, findMutants } from './mutants.ts'
import { copyProject } from './project-copy.ts'
import { sample } from './sample.ts'
import { ACTIVE_MUTANT, REACHED_FILE, withSwitches } from './switches.ts'

const ROOT = resolve(import.meta.dirname, '..', '..')

/** Test files that take longer are excluded: they are too slow to run for every mutant. */
const MAX_FILE_MS = 40_000

/** How long the near tests of one mutant take together, at most. */
const MAX_TESTS_MS = 90_000

type Outcome = { readonly mutant: Mutant; readonly noticedBy: string | undefined; readonly tests: number }

/** A near test file, how long it takes, and the mutants it reaches. */
type Reach = NearTest & { readonly ms: number; readonly reached: ReadonlySet<number> }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { count: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } },
})
if (positionals.length === 0)
  stop('Usage: npm run mutate -- src/FOLDER [src/FILE.ts …] [--count=200] [--seed=1]')

const sources = positionals.flatMap(sourcesUnder)
const all = sources.flatMap((file) => findMutants(file, readFileSync(join(ROOT, file), 'utf8')))
const mutants = new Map(
  sample(
    all.filter((mutant) => !isEquivalent(mutant)),
    Number(values.count),
    Number(values.seed),
  ).entries(),
)
print(`${mutants.size} of ${all.length} mutants in ${sources.length} files, seed ${values.seed}.`)
for (const { file, before, after } of unknownEquivalents())
  print(`Not found any more: ${file}: ${before} → ${after}`)

const copy = copyProject(ROOT)
process.on('exit', copy.remove)
// Without a handler, a signal ends this process before what it started is ended and removed.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1))
for (const file of sources) {
  const own = new Map([...mutants].filter(([, mutant]) => mutant.file === file))
  if (own.size > 0)
    writeFileSync(join(copy.folder, file), withSwitches(readFileSync(join(ROOT, file), 'utf8'), own))
}

const lanes = await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, startLane))
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

function unknownEquivalents(): readonly { file: string; before: string; after: string }[] {
  return EQUIVALENT_MUTANTS.filter(
    ({ file, before, after }) =>
      sources.includes(file) &&
      !all.some((mutant) => mutant.file === file && mutant.before === before && mutant.after === after),
  )
}

/** Runs every near test file once, unchanged, to learn how long it takes and which mutants it reaches. */
async function readReaches(tests: readonly NearTest[]): Promise<Reach[]> {
  const found: Reach[] = []
  await share(tests, async (lane, test, index) => {
    const file = join(copy.folder, '..', `reached-${index}`)
    const start = performance.now()
    const { failed } = await lane.run([test.file], { [REACHED_FILE]: file }, MAX_FILE_MS * 2)
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
  await share([...mutants], async (lane, [id, mutant]) => {
    const chosen = testsOf(
      mutant,
      tests.filter(({ reached }) => reached.has(id)),
    )
    const limit = 10_000 + 5 * chosen.reduce((sum, { ms }) => sum + ms, 0)
    const files = chosen.map(({ file }) => file)
    const { failed } =
      files.length === 0
        ? { failed: undefined }
        : await lane.run(files, { [ACTIVE_MUTANT]: String(id) }, limit)
    found.push({ mutant, noticedBy: failed, tests: files.length })
    if (failed === undefined || found.length % 20 === 0) print(`${found.length} of ${mutants.size} …`)
  })
  return found
}

/** The test files to run for a mutant: those of its folder first, then others, up to `MAX_TESTS_MS` in total. */
function testsOf(mutant: Mutant, reaching: readonly Reach[]): Reach[] {
  const folder = mutant.file.replace(/[^/]*$/, '')
  const isBeside = ({ file }: Reach) => (file.startsWith(folder) ? 0 : 1)
  const isNamesake = ({ file }: Reach) => (file === mutant.file.replace(/\.tsx?$/, '.test$&') ? 0 : 1)
  let sum = 0
  return reaching
    .toSorted((a, b) => isNamesake(a) - isNamesake(b) || isBeside(a) - isBeside(b))
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
  print(`\n${noticed} of ${found.length} noticed (${((noticed / found.length) * 100).toFixed(1)} %).`)
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

type Lane = {
  /** Runs test files. A run over its time limit counts as failed: a mutant that never ends is noticed. */
  run: (files: readonly string[], env: Record<string, string>, limitMs: number) => Promise<LaneReply>
}

async function startLane(): Promise<Lane> {
  let child = await startChild()
  return {
    run: async (files, env, limitMs) => {
      const { promise, resolve: end } = Promise.withResolvers<LaneReply>()
      const timer = setTimeout(
        () => end({ failed: `no end within ${Math.round(limitMs / 1000)} s` }),
        limitMs,
      )
      child.once('message', (reply) => end(reply as LaneReply))
      child.once('exit', () => end({ failed: 'the test process ended' }))
      child.send({ files, env } satisfies LaneRequest)
      const reply = await promise
      clearTimeout(timer)
      child.removeAllListeners('message').removeAllListeners('exit')
      if (reply.failed?.startsWith('no end') === true || child.exitCode !== null) {
        endGroup(child)
        child = await startChild()
      }
      return reply
    },
  }
}

async function startChild(): Promise<ChildProcess> {
  const lane = join(copy.folder, 'scripts', 'mutation', 'lane.ts')
  const child = fork(lane, {
    cwd: copy.folder,
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  process.on('exit', () => endGroup(child))
  await once(child, 'message')
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

/** Does the work for every item, as many at a time as there are lanes. */
async function share<T>(
  items: readonly T[],
  work: (lane: Lane, item: T, index: number) => unknown,
): Promise<void> {
  const left = [...items.entries()]
  await Promise.all(
    lanes.map(async (lane) => {
      for (let next = left.shift(); next !== undefined; next = left.shift())
        await work(lane, next[1], next[0])
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
