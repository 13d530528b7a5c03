import type { ByteSource } from '#formats/stream/byte-source.ts'

/** In workers alone (File API, 8.5): the types of the page do not have it. */
declare const FileReaderSync: new () => { readAsArrayBuffer(part: Blob): ArrayBuffer }

/** A larger file stays on the disk. Rows are read at many places, which takes longer there. */
const MAX_BYTES_IN_MEMORY = 200 * 1024 * 1024

/**
 * The bytes of a file, of which there is one copy at most.
 * @returns a source whose reading throws where the file is on the disk and was changed or removed in the meantime
 */
export async function openFileSource(file: Blob): Promise<ByteSource> {
  if (file.size > MAX_BYTES_IN_MEMORY) return onDisk(file)
  const bytes = new Uint8Array(await file.arrayBuffer())
  return {
    length: bytes.length,
    read(target, position) {
      const part = bytes.subarray(position, position + target.length)
      target.set(part)
      return part.length
    },
  }
}

function onDisk(file: Blob): ByteSource {
  const reader = new FileReaderSync()
  return {
    length: file.size,
    read(target, position) {
      const part = file.slice(position, position + target.length)
      target.set(new Uint8Array(reader.readAsArrayBuffer(part)))
      return part.size
    },
  }
}
