import { recallAll, remember } from './history.ts'
import type { ConvertedFile } from './memory-entries.ts'

/** Remembers that this person has converted this file; never throws. */
export async function rememberConverted(
  file: string | null,
  email: string,
  at: string,
  prices: number,
): Promise<void> {
  if (file === null || email === '') return
  await remember('converted', email, { file, at, prices }, (earlier) => earlier.file === file)
}

/** When this person has converted this very file on this device; undefined when never. */
export const findConverted = async (file: string, email: string): Promise<ConvertedFile | undefined> =>
  (await recallAll('converted', email)).find((one) => one.file === file)
