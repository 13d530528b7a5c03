import type { ReadError } from '#pricelist/types.ts'
import { LIMITS } from '#product/limits.ts'
import { randomId } from '../storage/random-id.ts'
import { perLineOf } from './choices.ts'
import { RowStore } from './row-store.ts'
import { forgetFile, forgetRows, loadSaved, save, type SavedRows } from '../storage/bulk-store.ts'
import type { RowsFacts } from '../types.ts'

/** The uploaded file, by an id that the rows name too: another tab may keep another file on the device. */
export type FileAtHand = { id: string; bytes: Uint8Array<ArrayBuffer>; isSaved: boolean }

/** Takes the bytes of a file that was given; null when the browser cannot read it. */
export async function takeFile(file: File): Promise<FileAtHand | null> {
  try {
    const bytes = new Uint8Array(await file.slice(0, LIMITS.fileBytes).arrayBuffer())
    return { id: randomId(), bytes, isSaved: false }
  } catch {
    return null
  }
}

/** Why a file is not even looked into. */
export const refusalOf = (isTooBig: boolean): ReadError =>
  isTooBig ? { code: 'too-big', limitBytes: LIMITS.fileBytes } : { code: 'unreadable', reason: 'broken' }

/** The rows as they were kept. */
export function storeOf({ rows, ids, nextId, problems, omissions, facts }: SavedRows): RowStore {
  const marks = { problems: new Map(problems) as RowStore['problems'], omissions: new Map(omissions) }
  return new RowStore(rows, ids, marks, nextId, perLineOf(facts.choices))
}

const FEW_ROWS = 2000

/** Many rows take a moment to save: that waits until the first are shown, or the typing rests. Few do so with every change. */
export const saveDelayMs = ({ isEdited }: RowsFacts, count: number): number =>
  count <= FEW_ROWS ? 0 : isEdited ? 400 : 20

/** Keeps rows and file on the device, and forgets no others: another tab may have put its own in their place. */
export class RowsKeeper {
  /** The key of the rows on the device, if they are these. */
  #keptKey: string | null = null

  async restore(): Promise<SavedRows | undefined> {
    const rows = await loadSaved('rows')
    this.#keptKey = rows?.conversionKey ?? null
    return rows
  }

  /** Forgets what is kept when there are no rows. */
  async keep(facts: RowsFacts | null, store: RowStore, key: string, file: FileAtHand | null): Promise<void> {
    const earlier = this.#keptKey
    this.#keptKey = facts && key
    if (facts) await saveRows(facts, store, key, file)
    else if (earlier) await forgetRows(earlier)
    if (facts && file && this.#keptKey === null) {
      // They were taken away while they were being kept: the bytes must not stay behind alone.
      await forgetFile(file.id)
      file.isSaved = false
    }
  }
}

async function saveRows(
  facts: RowsFacts,
  { rows, ids, problems, omissions, nextId }: RowStore,
  conversionKey: string,
  file: FileAtHand | null,
): Promise<void> {
  await save('rows', {
    version: 1,
    facts,
    rows,
    ids,
    nextId,
    problems: [...problems],
    omissions: [...omissions],
    conversionKey,
    fileId: file?.id ?? null,
  })
  // The file is large and never changes: it is kept once.
  if (file && !file.isSaved) file.isSaved = await save('file', { version: 1, id: file.id, bytes: file.bytes })
}
