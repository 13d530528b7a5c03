import { LIMITS } from '#domain/limits.ts'
import { randomId } from './random-id.ts'
import type { RowStore } from './row-store.ts'
import { save } from './saved-bulk.ts'
import type { RowsFacts } from './snapshot.ts'

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

/** Keeps rows and file on the device, or forgets both when there are no rows. */
export async function keepRows(
  facts: RowsFacts | null,
  { rows, lines, problems }: RowStore,
  conversionKey: string,
  file: FileAtHand | null,
): Promise<void> {
  if (!facts) {
    await Promise.all([save('rows', undefined), save('file', undefined)])
    return
  }
  await save('rows', {
    version: 1,
    facts,
    rows,
    lines,
    problems: [...problems],
    conversionKey,
    fileId: file?.id ?? null,
  })
  // The file is large and never changes: it is kept once.
  if (file && !file.isSaved) file.isSaved = await save('file', { version: 1, id: file.id, bytes: file.bytes })
}
