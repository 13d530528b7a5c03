import { enlarged } from '#table/enlarged.ts'
import { unsupported } from '../spreadsheet/unsupported.ts'
import type { Bytes } from '../bytes/bytes.ts'
import { BinaryRecords } from './records.ts'

/** BrtSSTItem and BrtEndSst (MS-XLSB 2.1.7.45). */
const [ITEM, END] = [0x0013, 0x00a0]

const INITIAL_STRINGS = 4096

/**
 * The shared strings of an XLSB, decoded on demand and cached, as cells share them. Unsupported: a truncated
 * string.
 */
export class SharedStringTable {
  readonly #records: BinaryRecords
  /** For each string the byte offset of its record. */
  readonly #starts: Uint32Array
  readonly #strings: string[] = []
  readonly length: number

  constructor(part: Bytes) {
    const records = new BinaryRecords(part)
    let starts = new Uint32Array(INITIAL_STRINGS)
    let count = 0
    for (let at = 0; records.next() && records.type !== END; at = records.end) {
      if (records.type !== ITEM) continue
      records.checkString(records.start + 1)
      if (count === starts.length) starts = enlarged(starts)
      starts[count++] = at
    }
    this.#records = records
    this.#starts = starts
    this.length = count
  }

  get(index: number): string {
    return (this.#strings[index] ??= this.#read(index))
  }

  /** RichStr (MS-XLSB 2.5.121): a flags byte and the text; formatting runs and phonetics follow. */
  #read(index: number): string {
    const records = this.#records
    records.end = index < this.length ? this.#starts[index]! : unsupported('shared string')
    records.next()
    return records.text(records.start + 1)
  }
}
