const ZERO = 0x30

type Bytes = Uint8Array<ArrayBuffer>

/** Output in the memory after the rows of a chunk. */
export class RowOutput {
  memory: Bytes = new Uint8Array(0)
  #start = 0
  #at = 0
  /** Output for which there was no more room. */
  #full: Bytes[] = []

  begin(memory: Bytes, start: number): void {
    this.memory = memory
    this.#start = this.#at = start
  }

  /** Makes room for `length` bytes, which must be fewer than there is room at all. */
  reserve(length: number): void {
    if (this.#at + length <= this.memory.length) return
    this.#full.push(this.memory.slice(this.#start, this.#at))
    this.#at = this.#start
  }

  /** Writes one byte, for which there is room. */
  put(byte: number): void {
    this.memory[this.#at++] = byte
  }

  /** Copies bytes of the memory, for which there is room. */
  copy(from: number, end: number): void {
    this.memory.copyWithin(this.#at, from, end)
    this.#at += end - from
  }

  write(bytes: Bytes): void {
    this.reserve(bytes.length)
    if (bytes.length > this.memory.length - this.#at) this.#full.push(bytes)
    else {
      this.memory.set(bytes, this.#at)
      this.#at += bytes.length
    }
  }

  /** Writes an amount in hundredths with two decimals, for which there is room. */
  putAmount(hundredths: number, mark: number): void {
    const cents = hundredths % 100
    this.putWhole((hundredths - cents) / 100)
    const tens = Math.floor(cents / 10)
    this.put(mark)
    this.put(ZERO + tens)
    this.put(ZERO + (cents - tens * 10))
  }

  /** The same with no more decimals than it needs. */
  putShortest(hundredths: number, mark: number): void {
    const cents = hundredths % 100
    this.putWhole((hundredths - cents) / 100)
    if (cents === 0) return
    const tens = Math.floor(cents / 10)
    this.put(mark)
    this.put(ZERO + tens)
    if (cents % 10 > 0) this.put(ZERO + (cents - tens * 10))
  }

  /** Writes the digits of a whole number, for which there is room. */
  putWhole(number: number): void {
    const { memory } = this
    let digits = 1
    for (let power = 10; power <= number; power *= 10) digits++
    let whole = number
    for (let at = this.#at + digits - 1; at >= this.#at; at--) {
      const rest = Math.trunc(whole / 10)
      memory[at] = ZERO + (whole - rest * 10)
      whole = rest
    }
    this.#at += digits
  }

  /** The output so far, which is overwritten in the one after the next chunk. */
  *take(): Generator<Bytes> {
    yield* this.#full
    this.#full = []
    yield this.memory.subarray(this.#start, this.#at)
  }
}
