/** The fast reader of a format does not support what a workbook contains; SheetJS reads it instead. */
export class UnsupportedWorkbook extends Error {}

/** @param what for a developer who debugs why SheetJS was used */
export function unsupported(what: string): never {
  throw new UnsupportedWorkbook(what)
}

/** Runs a fast reader; undefined where the workbook is unsupported, or too large for the stack or an array. */
export function unlessUnsupported<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    return undefinedOrThrow(error)
  }
}

/** The same for one that waits for its input. */
export async function unlessUnsupportedLater<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    return undefinedOrThrow(error)
  }
}

function undefinedOrThrow(error: unknown): undefined {
  if (error instanceof UnsupportedWorkbook || error instanceof RangeError) return undefined
  throw error
}
