import { type Bytes, pack, type Packed, store } from './zip-pack.ts'

const LOCAL = { signature: 0x04034b50, length: 30 }
const CENTRAL = { signature: 0x02014b50, length: 46 }
const END = { signature: 0x06054b50, length: 22 }
const [STORED, DEFLATED] = [0, 8]
/** The names are in UTF-8. */
const FLAGS = 0x0800
/** Day 1 of month 1 of 1980: a date of zeros is none. */
const SOME_DAY = 0x21

type Facts = { name: Bytes; method: number; crc: number; size: number; packedSize: number; offset: number }

/** A ZIP archive that is packed while its files are still being made. */
export class ZipWriter {
  #parts: Bytes[] = []
  #files: Facts[] = []
  #offset = 0

  async add(name: string, content: Iterable<string | Bytes>): Promise<void> {
    this.#addPacked(name, DEFLATED, await pack(content))
  }

  /** Adds a file that is soon to be read again, without packing it. */
  addStored(name: string, content: Iterable<string | Bytes>): void {
    this.#addPacked(name, STORED, store(content))
  }

  #addPacked(name: string, method: number, { packed, crc, size }: Packed): void {
    const packedSize = packed.reduce((sum, { length }) => sum + length, 0)
    const facts = {
      name: new TextEncoder().encode(name),
      method,
      crc,
      size,
      packedSize,
      offset: this.#offset,
    }
    this.#push(header(LOCAL, facts), facts.name, ...packed)
    this.#files.push(facts)
  }

  /** The archive, in parts that follow each other. */
  finish(): readonly Bytes[] {
    const directory = this.#offset
    for (const facts of this.#files) this.#push(header(CENTRAL, facts), facts.name)
    const end = new DataView(new ArrayBuffer(END.length))
    end.setUint32(0, END.signature, true)
    end.setUint16(8, this.#files.length, true)
    end.setUint16(10, this.#files.length, true)
    end.setUint32(12, this.#offset - directory, true)
    end.setUint32(16, directory, true)
    this.#push(new Uint8Array(end.buffer))
    return this.#parts
  }

  #push(...parts: Bytes[]): void {
    for (const part of parts) this.#offset += part.length
    this.#parts.push(...parts)
  }
}

/** Local header and entry of the directory: the same facts, in the directory a little further on. */
function header({ signature, length }: typeof LOCAL | typeof CENTRAL, facts: Facts): Bytes {
  const view = new DataView(new ArrayBuffer(length))
  const isCentral = length === CENTRAL.length
  view.setUint32(0, signature, true)
  if (isCentral) {
    view.setUint16(4, 20, true)
    view.setUint32(42, facts.offset, true)
  }
  const at = isCentral ? 6 : 4
  view.setUint16(at, 20, true)
  view.setUint16(at + 2, FLAGS, true)
  view.setUint16(at + 4, facts.method, true)
  view.setUint16(at + 8, SOME_DAY, true)
  view.setUint32(at + 10, facts.crc, true)
  view.setUint32(at + 14, facts.packedSize, true)
  view.setUint32(at + 18, facts.size, true)
  view.setUint16(at + 22, facts.name.length, true)
  return new Uint8Array(view.buffer)
}
