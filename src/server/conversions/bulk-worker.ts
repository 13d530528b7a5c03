import { move, transferableSymbol, valueSymbol } from 'piscina'
import { type BulkResult, convertBulkBody } from './convert.ts'
import { transferableBytes } from './bytes.ts'

/** The task of the pool's threads. */
export function convertInWorker(body: Uint8Array): unknown {
  const result = convertBulkBody(body)
  if (!result.ok) return result
  const json = transferableBytes(result.bulk.json)
  const chunks = result.bulk.chunks.map(transferableBytes)
  const transferable: BulkResult = { ok: true, bulk: { ...result.bulk, json, chunks } }
  return move({
    [transferableSymbol]: [json, ...chunks].map(({ buffer }) => buffer),
    [valueSymbol]: transferable,
  })
}
