// One kind of file on a thread of its own, so that a file that never ends is noticed and ended from outside.
import { parentPort, workerData } from 'node:worker_threads'
import fc from 'fast-check'
import type { CampaignJob, CampaignResult } from './campaign.ts'
import { checkFile } from './check-file.ts'
import { rolled } from './dice.ts'
import { KINDS } from './kinds.ts'

const { kind, seed, files, begun } = workerData as CampaignJob
const counts = { refused: 0, guessed: 0, read: 0, asked: 0, validRows: 0 }

const property = fc.asyncProperty(rolled(KINDS[kind].draw), async (file) => {
  Atomics.add(begun, 0, 1)
  const { was, validRows, wasAsked } = await checkFile(file)
  counts[was]++
  counts.validRows += validRows
  if (wasAsked) counts.asked++
})

const found = await fc.check(property, { seed, numRuns: files })
const [file] = found.counterexample ?? []
const result: CampaignResult = {
  counts,
  failure: found.failed
    ? `${kind}, seed ${seed}, path ${found.counterexamplePath}: ${String(found.errorInstance)}\n${file?.fileName}: ${file?.traits}`
    : undefined,
}
parentPort?.postMessage(result)
