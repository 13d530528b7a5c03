import { move, transferableSymbol, valueSymbol } from 'piscina'
import { type BulkVerdict, convertBulkBody } from './convert.ts'
import { ownedBytes } from './bytes.ts'

/** The task of the pool's threads. */
export function convertInWorker(body: Uint8Array): unknown {
  const verdict = convertBulkBody(body)
  if (!verdict.ok) return verdict
  const packed = {
    json: ownedBytes(verdict.bulk.packed.json),
    chunks: verdict.bulk.packed.chunks.map(ownedBytes),
  }
  const result: BulkVerdict = { ok: true, bulk: { ...verdict.bulk, packed } }
  return move({
    [transferableSymbol]: [packed.json, ...packed.chunks].map(({ buffer }) => buffer),
    [valueSymbol]: result,
  })
}
