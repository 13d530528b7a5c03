import { move, transferableSymbol, valueSymbol } from 'piscina'
import { type BulkResult, convertBulkBody } from './convert.ts'
import { transferableBytes } from './bytes.ts'

/** The task of the pool's threads. */
export function convertInWorker(body: Uint8Array): unknown {
  const verdict = convertBulkBody(body)
  if (!verdict.ok) return verdict
  const json = transferableBytes(verdict.bulk.json)
  const chunks = verdict.bulk.chunks.map(transferableBytes)
  const result: BulkResult = { ok: true, bulk: { ...verdict.bulk, json, chunks } }
  return move({
    [transferableSymbol]: [json, ...chunks].map(({ buffer }) => buffer),
    [valueSymbol]: result,
  })
}
