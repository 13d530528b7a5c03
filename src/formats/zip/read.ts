import type { Bytes } from '../bytes/bytes.ts'
import { codec } from './codec.ts'
import { readCentralDirectory, type ZipEntry } from './layout.ts'
import { ZipError, type ZipProblem } from './zip-error.ts'

const MB = 1024 * 1024

/** Limits for uncompressed bytes. There is none for the ratio: a real workbook reached 100 to 1. */
const MAX_ENTRY_BYTES = 160 * MB
const MAX_TOTAL_BYTES = 256 * MB

/** A file of an archive, unpacked when it is asked for. */
export class ZipPart {
  readonly name: string
  readonly size: number
  readonly #entry: ZipEntry
  readonly #isLimited: boolean
  #isVerified = false

  /** @param isLimited whether more than it declares is a bomb, and no damage */
  constructor(entry: ZipEntry, isLimited: boolean) {
    this.#isLimited = isLimited
    this.name = entry.name
    this.size = entry.size
    this.#entry = entry
  }

  /**
   * Its content in consecutive pieces. Size and CRC-32 are verified at its end: until then it may be damaged.
   * @throws {ZipError}
   */
  async *chunks(): AsyncGenerator<Bytes> {
    const { isDeflated, data, size, crc } = this.#entry
    let [length, sum] = [0, 0]
    const pieces = isDeflated ? codec.inflate(data) : [data]
    try {
      for await (const piece of pieces) {
        length += piece.length
        if (length > size) throw new ZipError(this.name, isDeflated && this.#isLimited ? 'bomb' : 'broken')
        sum = codec.crc32(piece, sum)
        yield piece
      }
    } catch (error) {
      throw error instanceof ZipError ? error : new ZipError(this.name, 'broken')
    }
    if (length < size || sum !== crc) throw new ZipError(this.name, 'broken')
    this.#isVerified = true
  }

  /** @throws {ZipError} */
  async content(): Promise<Bytes> {
    if (!this.#entry.isDeflated) {
      await this.verify()
      return this.#entry.data
    }
    const content = new Uint8Array(this.size)
    let at = 0
    for await (const piece of this.chunks()) {
      content.set(piece, at)
      at += piece.length
    }
    return content
  }

  /**
   * Reads it once, unless that was done.
   * @throws {ZipError}
   */
  async verify(): Promise<void> {
    if (this.#isVerified) return
    for await (const _ of this.chunks()) continue
  }
}

type OpenedZip =
  | { readonly ok: true; readonly parts: readonly ZipPart[] }
  | { readonly ok: false; readonly reason: ZipProblem }

/**
 * The files of a ZIP archive. SheetJS verifies neither size nor CRC-32: after a flipped byte it returns wrong rows, or a
 * thousand blank ones.
 * @param isLimited whether those that unpack to more than a page or a server has memory for are rejected
 * @param most entries; as many as a workbook has unless it is given
 */
export function openZip(bytes: Bytes, isLimited = true, most?: number): OpenedZip {
  const directory = readCentralDirectory(bytes, most)
  if (!directory.ok) return directory
  const { entries } = directory
  if (isLimited && !isWithinLimits(entries)) return { ok: false, reason: 'bomb' }
  return { ok: true, parts: entries.map((entry) => new ZipPart(entry, isLimited)) }
}

/** Whether all of them can be in memory at once. */
export const isWithinLimits = (entries: readonly { readonly size: number }[]): boolean =>
  entries.every(({ size }) => size <= MAX_ENTRY_BYTES) &&
  entries.reduce((sum, { size }) => sum + size, 0) <= MAX_TOTAL_BYTES

export type ExtractedEntry = { readonly name: string; readonly content: Bytes }

/** @throws {ZipError} */
export async function extractAll(parts: readonly ZipPart[]): Promise<ExtractedEntry[]> {
  const entries: ExtractedEntry[] = []
  for (const part of parts) entries.push({ name: part.name, content: await part.content() })
  return entries
}

type ExtractResult =
  | { readonly ok: true; readonly entries: readonly ExtractedEntry[] }
  | { readonly ok: false; readonly reason: ZipProblem }

/** Extracts all files of an archive within the limits. Never throws for what it holds. */
export async function readZip(bytes: Bytes): Promise<ExtractResult> {
  const opened = openZip(bytes)
  if (!opened.ok) return opened
  try {
    return { ok: true, entries: await extractAll(opened.parts) }
  } catch (error) {
    if (error instanceof ZipError) return { ok: false, reason: error.reason }
    throw error
  }
}
