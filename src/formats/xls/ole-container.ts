import { startsWith, uint16, uint32 } from '../bytes/byte-fields.ts'
import { OLE_SIGNATURE } from '../detect.ts'

const NO_ENTRY = 0xffffffff
/** Directory entries that are read. */
const MAX_ENTRIES = 4096
const ENTRY_LENGTH = 128
/** FAT sectors that the header lists (DIFAT); a chain of DIFAT sectors lists the others. */
const HEADER_FAT_SECTORS = 109
/** Shorter streams are part of the mini stream, in sectors of 64 bytes. */
const MINI_STREAM_CUTOFF = 4096
const STREAM = 2

type OleEntry = {
  /** In lower case. */
  readonly name: string
  readonly type: number
  readonly start: number
  readonly size: number
}

/** The root storage of an OLE container (MS-CFB 2): its entries and its streams. Never throws for damage. */
export class OleContainer {
  /** In no order. */
  readonly entries: readonly OleEntry[]
  readonly #bytes: Uint8Array
  readonly #sectorSize: number
  /** Numbers of the FAT sectors. */
  readonly #fatSectors: readonly number[]

  private constructor(bytes: Uint8Array, sectorSize: number) {
    this.#bytes = bytes
    this.#sectorSize = sectorSize
    this.#fatSectors = this.#readFatSectors()
    this.entries = this.#rootEntries()
  }

  /** Undefined where the directory is broken. */
  static open(bytes: Uint8Array): OleContainer | undefined {
    const shift = uint16(bytes, 30)
    if (shift !== 9 && shift !== 12) return undefined
    const container = new OleContainer(bytes, 1 << shift)
    return container.entries.length === 0 ? undefined : container
  }

  /**
   * The bytes of a stream; undefined if it is truncated or in the mini stream, or the header is damaged.
   * @param name in lower case
   */
  stream(name: string): Uint8Array | undefined {
    if (!isValidHeader(this.#bytes)) return undefined
    const entry = this.entries.find((one) => one.name === name && one.type === STREAM)
    if (entry === undefined || entry.size < MINI_STREAM_CUTOFF || entry.size > this.#bytes.length)
      return undefined
    const sectors = this.#chain(entry.start, Math.ceil(entry.size / this.#sectorSize))
    const stream = this.#readSectors(sectors, entry.size)
    return stream.length === entry.size ? stream : undefined
  }

  #readFatSectors(): number[] {
    const bytes = this.#bytes
    const most = Math.ceil(bytes.length / this.#sectorSize / (this.#sectorSize / 4)) + 1
    const sectors: number[] = []
    const add = (at: number, count: number): void => {
      for (let i = 0; i < count && sectors.length < most; i++) {
        const sector = uint32(bytes, at + 4 * i)
        if (!this.#hasSector(sector)) break
        sectors.push(sector)
      }
    }
    add(76, HEADER_FAT_SECTORS)
    const perSector = this.#sectorSize / 4 - 1
    let next = uint32(bytes, 68)
    for (let left = most; left > 0 && this.#hasSector(next); left--) {
      const at = this.#offsetOf(next)
      add(at, perSector)
      next = uint32(bytes, at + 4 * perSector)
    }
    return sectors
  }

  #rootEntries(): OleEntry[] {
    const most = (MAX_ENTRIES * ENTRY_LENGTH) / this.#sectorSize
    const directory = this.#readSectors(this.#chain(uint32(this.#bytes, 48), most), Infinity)
    const entries: OleEntry[] = []
    const seen = new Set<number>()
    const open = directory.length === 0 ? [] : [uint32(directory, 76)]
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const at = id * ENTRY_LENGTH
      if (id === NO_ENTRY || seen.has(id) || at + ENTRY_LENGTH > directory.length) continue
      seen.add(id)
      const length = Math.min(uint16(directory, at + 64), 64)
      const name = directory.subarray(at, at + Math.max(length - 2, 0))
      entries.push({
        name: new TextDecoder('utf-16le').decode(name).toLowerCase(),
        type: directory[at + 66]!,
        start: uint32(directory, at + 116),
        size: uint32(directory, at + 120),
      })
      open.push(uint32(directory, at + 68), uint32(directory, at + 72))
    }
    return entries
  }

  /** The chain of sectors that begins with `first`, `most` at most. */
  #chain(first: number, most: number): number[] {
    const sectors: number[] = []
    const perSector = this.#sectorSize / 4
    for (let sector = first; sectors.length < most && this.#hasSector(sector);) {
      sectors.push(sector)
      const table = this.#fatSectors[Math.floor(sector / perSector)]
      if (table === undefined) break
      sector = uint32(this.#bytes, this.#offsetOf(table) + 4 * (sector % perSector))
    }
    return sectors
  }

  /** Joins sectors; adjacent ones without a copy. The last one may be truncated. */
  #readSectors(sectors: readonly number[], most: number): Uint8Array {
    const first = sectors[0] ?? 0
    const length = Math.min(most, sectors.length * this.#sectorSize)
    if (sectors.every((sector, i) => sector === first + i))
      return this.#bytes.subarray(this.#offsetOf(first), this.#offsetOf(first) + length)
    const whole = new Uint8Array(length)
    let end = 0
    for (const [i, sector] of sectors.entries()) {
      const at = i * this.#sectorSize
      const place = this.#offsetOf(sector)
      const part = this.#bytes.subarray(place, place + Math.min(this.#sectorSize, length - at))
      whole.set(part, at)
      end = at + part.length
    }
    return whole.subarray(0, end)
  }

  #offsetOf(sector: number): number {
    return (sector + 1) * this.#sectorSize
  }

  #hasSector(sector: number): boolean {
    return this.#offsetOf(sector) < this.#bytes.length
  }
}

/** Whether header fields with a fixed value have it (MS-CFB 2.2). */
function isValidHeader(bytes: Uint8Array): boolean {
  const version = uint16(bytes, 26)
  return (
    startsWith(bytes, OLE_SIGNATURE) &&
    version === (uint16(bytes, 30) === 9 ? 3 : 4) &&
    uint16(bytes, 32) === 6 &&
    uint16(bytes, 34) === 0 &&
    uint32(bytes, 36) === 0 &&
    (version === 4 || uint32(bytes, 40) === 0) &&
    uint32(bytes, 56) === MINI_STREAM_CUTOFF
  )
}
