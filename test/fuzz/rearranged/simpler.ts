import { judge, type Verdict } from './judge.ts'
import { SELLING_TITLES, sellingTitle, type Title } from './price-titles.ts'
import { RIVAL_TITLES, type RivalKind } from './rival-titles.ts'
import { type ListSpec, PLAIN, type PriceColumn } from './spec.ts'
import { writeFile } from './write-file.ts'

/** The list as near to the plain one as it still has the same fault. */
export async function simplest(spec: ListSpec, { is, cause }: Verdict): Promise<ListSpec> {
  let best = spec
  for (let isBetter = true; isBetter;) {
    isBetter = false
    for (const candidate of simplerThan(best)) {
      const verdict = await verdictOf(candidate)
      if (verdict?.is !== is || verdict.cause !== cause) continue
      best = candidate
      isBetter = true
      break
    }
  }
  return best
}

/** A combination that makes no list is no simpler one. */
async function verdictOf(spec: ListSpec): Promise<Verdict | undefined> {
  try {
    return await judge(writeFile(spec))
  } catch {
    return undefined
  }
}

const KEYS = Object.keys(PLAIN) as (keyof ListSpec)[]

function* simplerThan(spec: ListSpec): Generator<ListSpec> {
  for (const key of KEYS) {
    if (key === 'seed' || JSON.stringify(spec[key]) === JSON.stringify(PLAIN[key])) continue
    if (key === 'selling' && spec.selling === undefined) continue
    if (key !== 'itemCount' || spec.itemCount > PLAIN.itemCount) yield { ...spec, [key]: PLAIN[key] }
  }
  for (const key of ['rivals', 'others', 'above', 'below'] as const) {
    if (spec[key].length < 2) continue
    for (const one of spec[key]) yield { ...spec, [key]: [one] }
    for (let i = 0; i < spec[key].length; i++) yield { ...spec, [key]: spec[key].toSpliced(i, 1) }
  }
  const plain = plainSelling(spec)
  if (plain !== undefined) yield { ...spec, selling: plain }
  for (const [i, rival] of spec.rivals.entries()) {
    const usual = plainRival(rival)
    if (usual !== undefined) yield { ...spec, rivals: spec.rivals.with(i, usual) }
  }
}

/** The usual title of the same kind, to distinguish a failure of one title from that of a kind. */
function plainSelling({ selling }: ListSpec): Title | undefined {
  if (selling === undefined || !(selling.kind in SELLING_TITLES)) return undefined
  const kind = selling.kind as keyof typeof SELLING_TITLES
  const title = sellingTitle(kind, SELLING_TITLES[kind].bg[0])
  return selling.text === title.text ? undefined : title
}

function plainRival({ title, isPair }: PriceColumn): PriceColumn | undefined {
  if (isPair === true || !(title.kind in RIVAL_TITLES)) return undefined
  const kind = title.kind as RivalKind
  const text = RIVAL_TITLES[kind].bg[0]
  return text === title.text ? undefined : { is: 'price', title: { kind, text } }
}

/** What is not plain in a list. */
export const traitsOf = (spec: ListSpec): string[] =>
  KEYS.filter((key) => key !== 'seed' && JSON.stringify(spec[key]) !== JSON.stringify(PLAIN[key])).map(
    (key) => `${key}: ${SHOWN[key]?.(spec) ?? JSON.stringify(spec[key])}`,
  )

const blank = (): string => ''

const SHOWN: Partial<Record<keyof ListSpec, (spec: ListSpec) => string>> = {
  rivals: ({ rivals }) =>
    rivals.map(({ title, isPair }) => (isPair === true ? 'pair' : title.kind)).join(', '),
  others: ({ others }) => others.map(({ content }) => content).join(', '),
  selling: ({ selling }) => selling?.kind ?? 'none',
  money: ({ money: { where, isMixed, conflict, conflictIn } }) =>
    where + (isMixed === true ? ' mixed' : '') + (conflict === undefined ? '' : ` conflict in ${conflictIn}`),
  rivalGroup: ({ rivalGroup }) => rivalGroup?.parts[0]?.kind ?? '',
  mention: blank,
  group: ({ group }) => group?.parts.map(({ kind }) => kind).join('|') ?? '',
  total: ({ total }) => `${total?.where}, ${total?.place}${total?.isSum === true ? '' : ', no sum'}`,
  above: blank,
  below: blank,
  nameTitle: blank,
  itemCount: blank,
  hand: blank,
  lookalike: blank,
  top: blank,
}
