import { move, transferableSymbol, valueSymbol } from 'piscina'
import { type BulkResult, convertBulkBody } from './convert.ts'
import { transferableBytes } from './bytes.ts'

/** The task of the pool's threads. */
export function convertInWorker(body: Uint8Array): unknown {
  const verdict = convertBulkBody(body)
  if (!verdict.ok) return verdict
  const packed = {
    json: transferableBytes(verdict.bulk.packed.json),
    chunks: verdict.bulk.packed.chunks.map(transferableBytes),
  }
  const result: BulkResult = { ok: true, bulk: { ...verdict.bulk, packed } }
  return move({
    [transferableSymbol]: [packed.json, ...packed.chunks].map(({ buffer }) => buffer),
    [valueSymbol]: result,
  })
}
