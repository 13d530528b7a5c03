import { bulk } from '#engine/bulk/client.ts'
import type { PreviewRow } from '#engine/types.ts'
import { m } from '#i18n/messages/messages.js'

/** Rows on the device that have no account yet, as far as the page shows them. */
export type WaitingRows = {
  prices: number
  /** Null of typed rows. */
  fileName: string | null
  totals: { bgn: number; eur: number }
  first: readonly PreviewRow[]
}

const SHOWN = 5
/** Rows among which the first prices are looked for: lists begin with headings. */
const LOOKED_AT = 50

/** The rows that wait on this device for a sign-in; undefined without any. Loads what reads them. */
export async function loadWaitingRows(): Promise<WaitingRows | undefined> {
  if (!(await bulk.hasRows())) return undefined
  await bulk.start()
  const { rows, fileName } = bulk.snapshot()
  if (!rows || rows.counts.validRows === 0) return undefined
  return { prices: rows.counts.validRows, fileName, totals: rows.totals, first: await loadFirst() }
}

/** The first prices among the rows. */
export async function loadFirst(): Promise<readonly PreviewRow[]> {
  const page = await bulk.request('page', 0, LOOKED_AT)
  return page.filter(({ converted }) => converted !== null).slice(0, SHOWN)
}

/** `199 prices of list.csv are waiting for you`. */
export function waitingTitle({ prices, fileName }: WaitingRows, n: string): string {
  return fileName === null
    ? m.waiting_typed({ count: prices, n })
    : m.waiting_title({ count: prices, n, name: fileName })
}
