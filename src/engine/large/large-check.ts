import type { OpenOptions, OpenedFile } from '#formats/format.ts'
import type { ByteSource } from '#formats/stream/byte-source.ts'
import { PairStream } from '#formats/stream/pair-stream.ts'
import { NotPlainError } from '#formats/stream/row-chunks.ts'
import { runToEnd } from '#formats/stream/run-to-end.ts'
import { STREAM_SIZES, type StreamSizes } from '#formats/stream/text-stream.ts'
import { sideOf } from '#money/amount.ts'
import type { CheckChoices, PriceCheck } from '#pricelist/pairs/check-pairs.ts'
import { type PairDirection, derivedCurrency } from '#pricelist/pairs/price-pair.ts'
import { type Strip, buildStrip, placeOf } from '../check/strip.ts'

/** The price check of a file of delimited text of any size, whose rows are never all in memory. */
export class LargeCheck {
  readonly source: ByteSource
  readonly #stream: PairStream
  readonly #progress: { show: (done: number) => void }

  private constructor(source: ByteSource, stream: PairStream, progress: { show: (done: number) => void }) {
    this.source = source
    this.#stream = stream
    this.#progress = progress
  }

  /** @returns undefined for a file that is no delimited text of single bytes, or whose rows do not fit their header */
  static async open(
    source: ByteSource,
    options: OpenOptions,
    sizes: StreamSizes = STREAM_SIZES,
  ): Promise<LargeCheck | undefined> {
    const progress = { show: (_done: number): void => undefined }
    const onProgress = (done: number) => progress.show(done)
    const stream = await orUndefined(() =>
      PairStream.open({ source, options: { ...options, onProgress }, sizes }),
    )
    return stream && new LargeCheck(source, stream, progress)
  }

  /** The first rows of the file, by which its columns are found. */
  get head(): OpenedFile {
    return this.#stream.head
  }

  /**
   * Checks the pairs of all rows.
   * @returns undefined where rows depend on each other
   */
  async check(
    choices: CheckChoices,
    direction: PairDirection,
    onProgress: (done: number) => void,
  ): Promise<{ readonly check: PriceCheck; readonly strip: Strip } | undefined> {
    this.#progress.show = onProgress
    const places: number[] = []
    const onPair = (row: number, pair: number) => void places.push(placeOf({ row, pair }))
    return await orUndefined(() => {
      const list = runToEnd(this.#stream.check({ direction, choose: () => choices, onPair }))
      const found = [...this.#stream.pairs(list)]
      const mismatches = found.flatMap((one) => one.mismatches)
      const missing = found.flatMap((one) => one.missing)
      const check = { direction, summary: list.summary, mismatches, missing }
      const sorted = Float64Array.from(places).sort()
      return { check, strip: buildStrip(sorted, check, sideOf(derivedCurrency(direction))) }
    })
  }
}

async function orUndefined<T>(work: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof NotPlainError) return undefined
    throw error
  }
}
