import { move, transferableSymbol, valueSymbol } from 'piscina'
import { type BulkResult, convertBulkBody } from './convert.ts'
import { transferableBytes } from './bytes.ts'

/** The task of the pool's threads. */
export function convertInWorker(body: Uint8Array): unknown {
  const result = convertBulkBody(body)
  if (!result.ok) return result
  const packed = {
    json: transferableBytes(result.bulk.packed.json),
    chunks: result.bulk.packed.chunks.map(transferableBytes),
  }
  const transferable: BulkResult = { ok: true, bulk: { ...result.bulk, packed } }
  return move({
    [transferableSymbol]: [packed.json, ...packed.chunks].map(({ buffer }) => buffer),
    [valueSymbol]: transferable,
  })
}
