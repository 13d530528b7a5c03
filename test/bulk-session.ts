import { BulkSession } from '#engine/bulk/session.ts'
import { EMPTY_SNAPSHOT, type Snapshot } from '#engine/types.ts'
import { memoryDevice } from './device-records.ts'

/** A bulk session as a tab starts it: on a new device, or on one that another tab uses too. */
export async function startSession(device = memoryDevice(), owner = '') {
  const shown: Snapshot[] = []
  const session = new BulkSession((snapshot) => shown.push(snapshot), device)
  await session.setOwner(owner)
  await session.restore()
  const last = () => shown.at(-1) ?? EMPTY_SNAPSHOT
  /** Opens a file of this text; fails where that is refused. */
  const open = async (text: string, name = 'ceni.csv') => {
    const error = await session.open(new File([text], name))
    if (error) throw new Error(error.code)
  }
  const prices = () =>
    session.rows.store.rows.map(({ name, price, currency }) => `${name} ${price} ${currency}`)
  return { session, device, shown, last, open, prices }
}

/** Lets what was started in the background end: saves to a device in memory take no time. */
export const settled = () => new Promise((resolve) => void setTimeout(resolve))
