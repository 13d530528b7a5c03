import { changed } from './problem.ts'

/** No row of ours comes near; a file that is not ours may be one endless line. */
const MAX_LINE_LENGTH = 16 * 1024 * 1024

const LINE_END = 0x0a

/** Lines with their ends. The last may have none. */
export async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let begun: Buffer[] = []
  let length = 0
  for await (const piece of pieces) {
    let from = 0
    for (;;) {
      const end = piece.indexOf(LINE_END, from) + 1
      const part = piece.subarray(from, end === 0 ? piece.length : end)
      length += part.length
      if (length > MAX_LINE_LENGTH) throw changed()
      begun.push(part)
      if (end === 0) break
      yield Buffer.concat(begun)
      begun = []
      length = 0
      from = end
    }
  }
  if (length > 0) yield Buffer.concat(begun)
}
