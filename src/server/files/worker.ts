import { move, transferableSymbol, valueSymbol } from 'piscina'
import { transferableBytes } from '../conversions/bytes.ts'
import { checkTask, convertTask } from './process.ts'
import type { FileOutcome, FileTask } from './types.ts'

/** The tasks of the pool's thread. */
export const convertInWorker = async (task: FileTask): Promise<unknown> =>
  transferable(await convertTask(task))
export const checkInWorker = async (task: FileTask): Promise<unknown> => transferable(await checkTask(task))

function transferable(outcome: FileOutcome): unknown {
  if (!outcome.ok) return outcome
  const { bulk, result } = outcome
  const bytes = transferableBytes(result.bytes)
  const chunks = bulk?.chunks.map(transferableBytes) ?? []
  // The rows as JSON are in no answer of a file.
  const moved = {
    ...outcome,
    result: { ...result, bytes },
    ...(bulk && { bulk: { ...bulk, json: NO_BYTES, chunks } }),
  }
  return move({
    [transferableSymbol]: [bytes, ...chunks].map(({ buffer }) => buffer),
    [valueSymbol]: moved satisfies FileOutcome,
  })
}

const NO_BYTES = new Uint8Array()
