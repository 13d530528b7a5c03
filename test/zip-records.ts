import { inflateRawSync } from 'node:zlib'

/** An entry of a ZIP archive: its raw bytes from local header to data descriptor, and its content. */
export type ZipRecord = { readonly name: string; readonly record: Buffer; readonly content: Buffer }

/** Reads the entries of a ZIP archive in file order, independently of the product. */
export function zipRecords(bytes: Uint8Array): ZipRecord[] {
  const file = Buffer.from(bytes)
  const end = file.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const directory = file.readUInt32LE(end + 16)
  const found: { name: string; start: number; method: number; packed: number }[] = []
  for (let at = directory, i = 0; i < file.readUInt16LE(end + 10); i++) {
    const nameLength = file.readUInt16LE(at + 28)
    found.push({
      name: file.toString('utf8', at + 46, at + 46 + nameLength),
      start: file.readUInt32LE(at + 42),
      method: file.readUInt16LE(at + 10),
      packed: file.readUInt32LE(at + 20),
    })
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  found.sort((a, b) => a.start - b.start)
  return found.map(({ name, start, method, packed }, i) => {
    const from = start + 30 + file.readUInt16LE(start + 26) + file.readUInt16LE(start + 28)
    const data = file.subarray(from, from + packed)
    const record = file.subarray(start, found[i + 1]?.start ?? directory)
    return { name, record, content: method === 8 ? inflateRawSync(data) : data }
  })
}
