import { seededDice } from '../dice.ts'
import { drawSpec } from './draw-spec.ts'
import { judge, type Verdict, VERDICTS } from './judge.ts'
import { simplest, traitsOf } from './simpler.ts'
import type { ListSpec } from './spec.ts'
import { writeFile } from './write-file.ts'

export type Failure = {
  readonly is: Verdict['is']
  readonly cause: string
  readonly detail: string
  /** Which file of the run it was. */
  readonly index: number
  readonly traits: readonly string[]
  readonly titles: readonly string[]
  readonly file: string
  readonly text: string
  readonly answer: string
  readonly truth: string
}

type Counts = Record<Verdict['is'], number>

export type RunResult = {
  readonly counts: Counts
  /** Lists with exactly one selling price, those of them about which there is nothing to ask, and how many of each were asked about. */
  readonly onePrice: { lists: number; plain: number; asked: number; askedPlain: number }
  readonly causes: Record<string, number>
  readonly traits: Record<string, Counts>
  readonly failures: readonly Failure[]
}

export type RunJob = {
  readonly seed: number
  readonly from: number
  readonly files: number
  /** Failures of one cause that are minimized and printed; the others are counted. */
  readonly told: number
  readonly begun: Int32Array
}

export const specOf = (seed: number, index: number): ListSpec =>
  drawSpec(seededDice(Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)))

export const noCounts = (): Counts => Object.fromEntries(VERDICTS.map((is) => [is, 0])) as Counts

/** Generates, reads and checks the files `from` … of a seed. */
export async function run({ seed, from, files, told, begun }: RunJob): Promise<RunResult> {
  const counts = noCounts()
  const onePrice = { lists: 0, plain: 0, asked: 0, askedPlain: 0 }
  const causes: Record<string, number> = {}
  const traits: Record<string, Counts> = {}
  const failures: Failure[] = []
  for (let index = from; index < from + files; index++) {
    Atomics.add(begun, 0, 1)
    const spec = specOf(seed, index)
    const file = writeFile(spec)
    const verdict = await judge(file)
    counts[verdict.is]++
    for (const trait of traitsOf(spec)) (traits[trait] ??= noCounts())[verdict.is]++
    if (file.truth.hasOnePrice) countOne(onePrice, verdict)
    if (isGood(verdict)) continue
    const cause = `${verdict.is}: ${verdict.cause}`
    causes[cause] = (causes[cause] ?? 0) + 1
    if (causes[cause] <= told) failures.push(await failureOf(spec, verdict, index))
  }
  return { counts, onePrice, causes, traits, failures }
}

function countOne(onePrice: RunResult['onePrice'], { is, isFair }: Verdict): void {
  onePrice.lists++
  if (!isFair) onePrice.plain++
  if (is !== 'asked') return
  onePrice.asked++
  if (!isFair) onePrice.askedPlain++
}

const isGood = ({ is, isFair }: Verdict): boolean =>
  is === 'right' || is === 'refused rightly' || (is === 'asked' && isFair)

async function failureOf(spec: ListSpec, first: Verdict, index: number): Promise<Failure> {
  const simple = await simplest(spec, first)
  const file = writeFile(simple)
  const verdict = await judge(file)
  const titles = [simple.selling, ...(simple.group?.parts ?? []), ...simple.rivals.map(({ title }) => title)]
  return {
    is: verdict.is,
    cause: verdict.cause,
    detail: verdict.detail,
    index,
    traits: traitsOf(simple),
    titles: titles.flatMap((title) => (title === undefined ? [] : [`${title.kind} '${title.text}'`])),
    file: file.fileName,
    text: file.text,
    answer: JSON.stringify(verdict.answer),
    truth: JSON.stringify(file.truth),
  }
}
