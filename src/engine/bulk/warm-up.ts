import { DeviceRecords } from '../storage/bulk-store.ts'
import { History } from '../storage/history.ts'
import type { KeyValues } from '../storage/key-values.ts'
import type { PreviewRow } from '../types.ts'
import { BulkSession } from './session.ts'

const unavailable = () => Promise.reject(new Error('Nothing is stored.'))

const NO_VALUES: KeyValues = { get: unavailable, set: unavailable, update: unavailable, clear: unavailable }

const NO_DEVICE = { records: new DeviceRecords(NO_VALUES), history: new History(NO_VALUES) }

/** Enough for the usual loops to be optimized; more would take longer than it saves. */
const ROWS = 100

const LIST = Array.from({ length: ROWS }, (_, i) => `${i};"Стока ${i}";бр.;${i + 1},50\n`).join('')

/**
 * Reads a small built-in list in a temporary session, so that the reading code is compiled before the user opens a file: the
 * first run takes longer than reading a usual file. Nothing of it is shown or stored.
 * @returns the rows that it would show first
 */
export async function warmUp(): Promise<readonly PreviewRow[]> {
  let rows: readonly PreviewRow[] = []
  const session = new BulkSession(({ firstRows }) => (rows = firstRows), NO_DEVICE)
  await session.open(new File([`Код;Име;Мярка;Цена\n${LIST}`], 'list.csv'))
  return rows
}
