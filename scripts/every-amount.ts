// Converts EVERY amount from 0.01 to 9,999,999.99 in both directions and compares each of the two thousand million
// results with one that is found without dividing: by long addition, which keeps the exact remainder.
import { availableParallelism } from 'node:os'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { MAX_AMOUNT } from '#money/amount.ts'
import { convertMinorUnits } from '#money/convert.ts'

type Range = { from: number; to: number }

// 1 stotinka = 100000/195583 cents, 1 cent = 195583/100000 stotinki.
const RATE = 195_583
const SCALE = 100_000

/**
 * Walks an arithmetic progression n·top/bottom by adding, holding quotient and remainder as small integers, and calls
 * back with each value rounded half up.
 */
function check({ from, to }: Range, top: number, bottom: number, convert: (n: number) => number): number {
  const start = BigInt(from) * BigInt(top)
  let quotient = Number(start / BigInt(bottom))
  let remainder = Number(start % BigInt(bottom))
  const [stepQuotient, stepRemainder] = [Math.floor(top / bottom), top % bottom]
  let wrong = 0
  for (let n = from; n <= to; n++) {
    const expected = quotient + (remainder * 2 >= bottom ? 1 : 0)
    if (convert(n) !== expected) wrong++
    quotient += stepQuotient
    remainder += stepRemainder
    if (remainder >= bottom) {
      remainder -= bottom
      quotient++
    }
  }
  return wrong
}

if (isMainThread) {
  const workers = availableParallelism()
  const share = Math.ceil(MAX_AMOUNT / workers)
  const started = performance.now()
  const ranges = Array.from({ length: workers }, (_, i): Range => ({
    from: i * share + 1,
    to: Math.min(MAX_AMOUNT, (i + 1) * share),
  }))
  const counts = await Promise.all(
    ranges.map(
      (range) =>
        new Promise<number>((resolve, reject) => {
          new Worker(new URL(import.meta.url), { workerData: range })
            .on('message', resolve)
            .on('error', reject)
        }),
    ),
  )
  const wrong = counts.reduce((sum, count) => sum + count, 0)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(`${2 * MAX_AMOUNT} conversions, ${wrong} wrong, ${seconds} s on ${workers} threads\n`)
  process.exitCode = wrong === 0 ? 0 : 1
} else {
  const range = workerData as Range
  const toEur = check(range, SCALE, RATE, (n) => convertMinorUnits(n, 'BGN').euro)
  const toBgn = check(range, RATE, SCALE, (n) => convertMinorUnits(n, 'EUR').national)
  parentPort?.postMessage(toEur + toBgn)
}
