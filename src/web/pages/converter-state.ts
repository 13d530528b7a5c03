import { bulk } from '#engine/bulk/client.ts'
import { many } from '#engine/many/client.ts'
import type { ManySnapshot } from '#engine/many/types.ts'
import { loadDeviceOwner } from '#engine/storage/identity.ts'
import type { Snapshot } from '#engine/types.ts'
import { m } from '#i18n/messages/messages.js'
import { watchUpdates } from '../routing/update-notice.ts'
import type { SessionState } from '../session/session.ts'
import { loaded } from '../ui/loaded.tsx'

export { GivenFiles } from '../features/bulk/given-files.tsx'
export const ManyFiles = loaded(() => import('../features/many/many-files.tsx'), m.bulk_not_loaded_title)
export const BackToLists = loaded(() => import('../features/many/back-to-lists.tsx'), m.bulk_not_loaded_title)

/** What the page of the converter follows of the bulk mode. */
type BulkState = {
  readonly phase: Snapshot['phase']
  readonly hasRows: boolean
  readonly hasResults: boolean
  /** The lists that are open together, unless they are another user's. */
  readonly batch: ManySnapshot | undefined
}

let last: BulkState | undefined

/** The same object while nothing of it has changed. */
export function stateFor(user: SessionState): BulkState {
  const { phase, rows, large, results } = bulk.snapshot()
  const lists = many.snapshot()
  const isOwn = lists.owner === '' || lists.owner === ownerOf(user)
  const state = {
    phase,
    hasRows: rows !== null || large !== null,
    hasResults: results !== null,
    batch: lists.phase !== 'idle' && isOwn ? lists : undefined,
  }
  const isSame =
    last?.phase === state.phase &&
    last.hasRows === state.hasRows &&
    last.hasResults === state.hasResults &&
    last.batch === state.batch
  if (!last || !isSame) last = state
  return last
}

export function subscribe(listener: () => void): () => void {
  const ends = [bulk.subscribe(listener), many.subscribe(listener)]
  return () => ends.forEach((end) => end())
}

export const setUser = (user: SessionState): void => many.setOwner(ownerOf(user))

/** Restores the lists that the device has. */
export function start(): Promise<void> {
  watchUpdates()
  return many.start()
}

/** Email. While the server has not said who is signed in, it is the last user of the device. */
function ownerOf(user: SessionState): string {
  if (user.status === 'signed-in') return user.email
  return user.status === 'signed-out' && user.known ? '' : (loadDeviceOwner() ?? '')
}
