/**
 * Prints the number of conversions a second by Levro, decimal.js, big.js, dinero.js, currency.js, BigInt and
 * floating point, from amount to amount and from text to text, and the number of wrong results of each. In
 * one process, alternating, so that other load affects all. `node bench/kernel.ts`.
 */
import type { Currency } from '#money/currency.ts'
import { AMOUNT_PEERS, type Kind } from './kernel-amount-peers.ts'
import { type Checked, cataloguePrices, checkedPrices, hundredthsOf } from './kernel-prices.ts'
import { TEXT_PEERS } from './kernel-text-peers.ts'
import { quantile } from './statistics.ts'

const PRICES_OF_EACH = 50_000
const ROUNDS = 20
const TURN_MS = 50
const WARM_UP_MS = 300
const LIBRARY_GOAL = 10
const NAIVE_GOAL = 1.5

/** How many answers are not the exact ones, of hard, evenly chosen and published prices. */
type Wrong = Readonly<Record<keyof typeof checked, number>>

type Contender = {
  readonly name: string
  readonly kind: Kind
  /** Converts all prices of the catalogue once. */
  readonly run: () => number
  readonly wrong: Wrong
}

type Measured = Contender & { readonly perSecond: number; readonly oursByIts: number }

const catalogue = cataloguePrices(PRICES_OF_EACH)
const checked = checkedPrices()

report('amount → amount', amountContenders())
report('text → text', textContenders())

function amountContenders(): Contender[] {
  const [lev, euro] = [catalogue.BGN, catalogue.EUR].map((prices) => prices.map((one) => one.hundredths))
  return AMOUNT_PEERS.map(({ name, kind, load, toEur, toBgn }) => ({
    name,
    kind,
    run: load(lev ?? [], euro ?? []),
    wrong: wrongOf({
      BGN: ({ hundredths }) => toEur(hundredths),
      EUR: ({ hundredths }) => toBgn(hundredths),
    }),
  }))
}

function textContenders(): Contender[] {
  const [lev, euro] = [catalogue.BGN, catalogue.EUR].map((prices) => prices.map((one) => one.text))
  return TEXT_PEERS.map(({ name, kind, run, toEur, toBgn }) => ({
    name,
    kind,
    run: () => run(lev ?? [], euro ?? []),
    wrong: wrongOf({
      BGN: ({ text }) => hundredthsOf(toEur(text)),
      EUR: ({ text }) => hundredthsOf(toBgn(text)),
    }),
  }))
}

function wrongOf(convert: Record<Currency, (price: Checked) => number>): Wrong {
  const count = (prices: readonly Checked[]) =>
    prices.filter((price) => convert[price.from](price) !== price.answer).length
  return { hard: count(checked.hard), even: count(checked.even), published: count(checked.published) }
}

function isExact({ wrong }: Contender): boolean {
  return wrong.hard + wrong.even + wrong.published === 0
}

function report(task: string, contenders: readonly Contender[]): void {
  const { hard, even, published } = checked
  const all = measure(contenders)
  print(
    `\n${task}: ${2 * PRICES_OF_EACH} prices of a catalogue, medians of ${ROUNDS} rounds. Wrong answers are counted`,
  )
  print(
    `of ${hard.length} amounts at or next to a half, of ${even.length} through all amounts, of ${published.length} published.`,
  )
  print(line('', 'exact', 'at halves', 'of all', 'published', 'million/s', 'Levro is'))
  for (const one of all) {
    const wrong = [one.wrong.hard, one.wrong.even, one.wrong.published].map(String)
    const speed = [(one.perSecond / 1e6).toFixed(2), `${one.oursByIts.toFixed(2)}×`]
    print(line(one.name, isExact(one) ? 'yes' : 'NO', ...wrong, ...speed))
  }
  printGoals(all)
}

function printGoals(all: readonly Measured[]): void {
  const libraries = all.filter((one) => one.kind === 'library' && isExact(one))
  const fastest = libraries.reduce((one, other) => (one.perSecond > other.perSecond ? one : other))
  const naive = all.find(({ kind }) => kind === 'naive')
  const isAhead = fastest.oursByIts >= LIBRARY_GOAL
  print(`Levro ${is(isAhead)} at least ${LIBRARY_GOAL}× the fastest exact library, ${fastest.name}.`)
  const isBeside = naive !== undefined && naive.oursByIts >= 1 / NAIVE_GOAL
  print(`Levro ${is(isBeside)} within ${NAIVE_GOAL}× of naive floating point.`)
}

function is(holds: boolean): string {
  return holds ? 'IS' : 'IS NOT'
}

function line(name: string, ...cells: string[]): string {
  return name.padEnd(22) + cells.map((cell) => cell.padStart(11)).join('')
}

/** Medians over rounds in which each has one turn, the first of one round being the last of the next. */
function measure(contenders: readonly Contender[]): Measured[] {
  for (const { run } of contenders) perSecondOf(run, WARM_UP_MS)
  const rounds = Array.from({ length: ROUNDS }, (_, round) => {
    const rates = new Map<string, number>()
    for (const n of contenders.keys()) {
      const { name, run } = contenders[(n + round) % contenders.length]!
      rates.set(name, perSecondOf(run, TURN_MS))
    }
    return rates
  })
  const rateOf = (kind: Kind, round: Map<string, number>) =>
    round.get(contenders.find((one) => one.kind === kind)?.name ?? '') ?? NaN
  return contenders.map((one) => {
    const ofIts = (round: Map<string, number>) => round.get(one.name) ?? NaN
    return {
      ...one,
      perSecond: median(rounds.map(ofIts)),
      oursByIts: median(rounds.map((round) => rateOf('ours', round) / ofIts(round))),
    }
  })
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** Prices a second: the whole catalogue, again and again for so long. */
function perSecondOf(run: () => number, forMs: number): number {
  const start = performance.now()
  const expected = run()
  let times = 1
  for (; performance.now() < start + forMs; times++)
    if (run() !== expected) throw new Error('Answers changed between two runs.')
  return (times * 2 * PRICES_OF_EACH * 1000) / (performance.now() - start)
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
