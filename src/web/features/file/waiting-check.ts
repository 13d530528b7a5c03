import { DEVICE_RECORDS, type FoundMismatches } from '#engine/storage/bulk-store.ts'
import { m } from '#i18n/messages/messages.js'

/** A checked file that waits on this device for a sign-in, and what is wrong in it. */
export type WaitingCheck = { readonly fileName: string; readonly found: FoundMismatches }

/** Undefined where none was left for a sign-in. */
export async function loadWaitingCheck(): Promise<WaitingCheck | undefined> {
  const saved = await DEVICE_RECORDS.loadSaved('checked')
  return saved?.found && saved.found.off > 0 ? { fileName: saved.name, found: saved.found } : undefined
}

/** `The corrected list.csv is waiting for you: 5 prices`. */
export const waitingCheckTitle = ({ fileName, found: { off } }: WaitingCheck, n: string): string =>
  m.waiting_check_title({ count: off, n, name: fileName })
