// Reads any number of generated and damaged price lists: `node scripts/fuzz-price-lists.ts [files] [seed] [kind]`. The
// defaults are ten times the files of the tests and a seed of the day. The kind `rearranged` is price lists with known answers,
// on all cores; with the index of one file as the fourth argument only that file is shown.
import { availableParallelism } from 'node:os'
import { runCampaign } from '#test/fuzz/campaign.ts'
import { KIND_NAMES, KINDS } from '#test/fuzz/kinds.ts'
import { report } from '#test/fuzz/rearranged/report.ts'
import { runOnThreads } from '#test/fuzz/rearranged/run-on-threads.ts'

const [files = '100000', seed = String(Math.floor(Date.now() / 86_400_000)), only, index] =
  process.argv.slice(2)
const kinds = KIND_NAMES.filter((kind) => only === undefined || kind === only)
const all = kinds.reduce((sum, kind) => sum + KINDS[kind].files, 0)

for (const kind of kinds) {
  const started = performance.now()
  const count = Math.ceil((Number(files) * KINDS[kind].files) / all)
  const { counts, failure } = await runCampaign(kind, Number(seed), count)
  const told = Object.entries(counts).map(([what, n]) => `${n} ${what}`)
  process.stdout.write(
    `${kind}: ${count} files, seed ${seed}, ${secondsSince(started)} s: ${told.join(', ')}\n`,
  )
  if (failure !== undefined) {
    process.stdout.write(`${failure}\n`)
    process.exitCode = 1
  }
}

if (only === undefined || only === 'rearranged') {
  const started = performance.now()
  const isOne = index !== undefined
  const result = await runOnThreads({
    seed: Number(seed),
    files: isOne ? 1 : Number(files),
    from: Number(index ?? 0),
    threads: isOne ? 1 : availableParallelism(),
    told: 20,
  })
  process.stdout.write(`rearranged: seed ${seed}, ${secondsSince(started)} s\n${report(result)}\n`)
  if (result.counts['wrong success'] + result.counts['refused wrongly'] > 0) process.exitCode = 1
}

function secondsSince(started: number): string {
  return ((performance.now() - started) / 1000).toFixed(1)
}
