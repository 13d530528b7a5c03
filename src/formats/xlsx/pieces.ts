import { enlarged } from '#table/enlarged.ts'
import type { Bytes } from '../bytes/bytes.ts'
import type { ZipPart } from '../zip/read.ts'

const PIECE_BYTES = 512 * 1024

/** The last tags of rows and of shared strings. */
export const END_OF_ROW = new TextEncoder().encode('</row>')
export const END_OF_STRING = new TextEncoder().encode('</si>')

/**
 * The content of a part in pieces that each end with a closing tag, so that no element of its kind is divided; the last piece is
 * what follows the last one. Only bytes are compared: a comment may be divided. The memory of a piece is that of the next one.
 * @param check called with the size of a piece before it becomes longer than usual
 */
export async function* piecesOf(
  part: Pick<ZipPart, 'size' | 'chunks'>,
  closingTag: Bytes,
  check: (size: number) => void = () => {},
): AsyncGenerator<Bytes> {
  let memory = new Uint8Array(Math.min(Math.max(1, part.size), PIECE_BYTES))
  let have = 0
  for await (const chunk of part.chunks()) {
    let from = 0
    while (from < chunk.length) {
      if (have === memory.length) {
        const end = endOfLast(memory, closingTag)
        if (end > 0) {
          yield memory.subarray(0, end)
          memory.copyWithin(0, end)
          have -= end
        } else {
          check(2 * memory.length)
          memory = enlarged(memory)
        }
      }
      const copied = Math.min(chunk.length - from, memory.length - have)
      memory.set(chunk.subarray(from, from + copied), have)
      have += copied
      from += copied
    }
  }
  const end = endOfLast(memory.subarray(0, have), closingTag)
  if (end > 0) yield memory.subarray(0, end)
  yield memory.subarray(end, have)
}

/** The offset of the end of the last such tag; 0 where there is none. */
function endOfLast(bytes: Bytes, tag: Bytes): number {
  const [first] = tag
  for (let at = bytes.length - tag.length; at >= 0; at--)
    if (bytes[at] === first && tag.every((byte, i) => bytes[at + i] === byte)) return at + tag.length
  return 0
}
