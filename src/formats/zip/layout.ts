/** One file of a ZIP archive, as its central directory has it and its local header agrees. */
export type ZipEntry = {
  readonly name: string
  readonly isDeflated: boolean
  readonly crc: number
  readonly size: number
  /** The packed bytes, where they stand. */
  readonly data: Uint8Array<ArrayBuffer>
}

/** With the offsets of its local header and of the end of its packed bytes, and its record in the directory. */
export type CentralDirectoryEntry = ZipEntry & {
  readonly start: number
  readonly end: number
  readonly record: Uint8Array<ArrayBuffer>
}

type ZipDirectory =
  | {
      readonly ok: true
      readonly entries: readonly CentralDirectoryEntry[]
      /** Where the directory begins, and the record that ends the archive, with its comment. */
      readonly start: number
      readonly endRecord: Uint8Array<ArrayBuffer>
    }
  | { readonly ok: false; readonly reason: 'broken' | 'encrypted' | 'bomb' }

/** No workbook has as many parts. */
const MAX_ENTRIES = 2000

const END = { signature: 0x06054b50, length: 22, comment: 0xffff }
const CENTRAL = { signature: 0x02014b50, length: 46 }
const LOCAL = { signature: 0x04034b50, length: 30 }
const ENCRYPTED = 1
const ZIP64 = 0xffffffff

const broken = { ok: false, reason: 'broken' } as const

/**
 * Reads the central directory of a ZIP archive (APPNOTE 4.3). Refuses what no workbook has and attacks are made of: ZIP64,
 * thousands of entries, entries that overlap, a local header that says another thing than the directory.
 */
export function readCentralDirectory(bytes: Uint8Array<ArrayBuffer>): ZipDirectory {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findEndRecord(view)
  if (end === -1) return broken
  const count = view.getUint16(end + 10, true)
  const start = view.getUint32(end + 16, true)
  let at = start
  if (count > MAX_ENTRIES) return { ok: false, reason: 'bomb' }
  if (count === 0 || at === ZIP64 || view.getUint16(end + 8, true) !== count) return broken
  const entries: CentralDirectoryEntry[] = []
  for (let i = 0; i < count; i++) {
    if (at + CENTRAL.length > end || view.getUint32(at, true) !== CENTRAL.signature) return broken
    if (view.getUint16(at + 8, true) & ENCRYPTED) return { ok: false, reason: 'encrypted' }
    const length =
      CENTRAL.length +
      view.getUint16(at + 28, true) +
      view.getUint16(at + 30, true) +
      view.getUint16(at + 32, true)
    const entry = readEntry(bytes, view, at, length)
    if (entry === undefined) return broken
    entries.push(entry)
    at += length
  }
  if (haveOverlap(entries)) return { ok: false, reason: 'bomb' }
  return { ok: true, entries, start, endRecord: bytes.subarray(end) }
}

/** The end record stands at the end, before a comment of up to 64 kB. */
function findEndRecord(view: DataView): number {
  const lowest = Math.max(view.byteLength - END.length - END.comment, 0)
  for (let at = view.byteLength - END.length; at >= lowest; at--) {
    if (view.getUint32(at, true) === END.signature) return at
  }
  return -1
}

function readEntry(
  bytes: Uint8Array<ArrayBuffer>,
  view: DataView,
  at: number,
  length: number,
): CentralDirectoryEntry | undefined {
  const method = view.getUint16(at + 10, true)
  const packedSize = view.getUint32(at + 20, true)
  const size = view.getUint32(at + 24, true)
  const local = view.getUint32(at + 42, true)
  if ((method !== 0 && method !== 8) || packedSize === ZIP64 || size === ZIP64) return undefined
  if (local + LOCAL.length > bytes.length || view.getUint32(local, true) !== LOCAL.signature) return undefined
  if (view.getUint16(local + 8, true) !== method) return undefined
  const start = local + LOCAL.length + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
  if (start + packedSize > bytes.length) return undefined
  const nameAt = at + CENTRAL.length
  const name = new TextDecoder().decode(bytes.subarray(nameAt, nameAt + view.getUint16(at + 28, true)))
  // A part under a damaged name is a part that is missed: without its styles every date is a number.
  const localName = bytes.subarray(
    local + LOCAL.length,
    local + LOCAL.length + view.getUint16(local + 26, true),
  )
  if (new TextDecoder().decode(localName) !== name) return undefined
  const crc = view.getUint32(at + 16, true)
  const packed = bytes.subarray(start, start + packedSize)
  const end = start + packedSize
  return {
    name: name.replaceAll('\\', '/'),
    isDeflated: method === 8,
    crc,
    size,
    data: packed,
    start: local,
    end,
    record: bytes.subarray(at, at + length),
  }
}

function haveOverlap(entries: readonly CentralDirectoryEntry[]): boolean {
  const byStart = entries.toSorted((a, b) => a.start - b.start)
  return byStart.some((entry, i) => entry.end > (byStart[i + 1]?.start ?? Infinity))
}
