export type ZipProblem = 'broken' | 'encrypted' | 'bomb'

/** An entry is `broken` when size or CRC-32 do not match, a `bomb` when it is larger than declared or allowed. */
export class ZipError extends Error {
  readonly reason: ZipProblem

  constructor(name: string, reason: ZipProblem) {
    super(`${name} is ${reason}.`)
    this.reason = reason
  }
}
