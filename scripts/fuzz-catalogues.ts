// Generated and damaged catalogue files, as many as wanted: `node scripts/fuzz-catalogues.ts [files] [seed] [kind]`.
// By default ten times what the tests read, by a seed of the day.
import { runCampaign } from '#test/fuzz/campaign.ts'
import { KIND_NAMES, KINDS } from '#test/fuzz/kinds.ts'

const [files = '100000', seed = String(Math.floor(Date.now() / 86_400_000)), only] = process.argv.slice(2)
const kinds = KIND_NAMES.filter((kind) => only === undefined || kind === only)
const all = kinds.reduce((sum, kind) => sum + KINDS[kind].files, 0)

for (const kind of kinds) {
  const started = performance.now()
  const count = Math.ceil((Number(files) * KINDS[kind].files) / all)
  const { counts, failure } = await runCampaign(kind, Number(seed), count)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const told = Object.entries(counts).map(([what, n]) => `${n} ${what}`)
  process.stdout.write(`${kind}: ${count} files, seed ${seed}, ${seconds} s: ${told.join(', ')}\n`)
  if (failure !== undefined) {
    process.stdout.write(`${failure}\n`)
    process.exitCode = 1
  }
}
