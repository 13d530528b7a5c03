import { type Answer, askProduct, type ReadRow } from '../product.ts'
import type { ProductLine, Truth } from './truth.ts'
import type { ListFile } from './write-file.ts'

export const VERDICTS = [
  'right',
  'asked',
  'refused rightly',
  'refused wrongly',
  'misnamed',
  'wrong success',
] as const

export type Verdict = {
  readonly is: (typeof VERDICTS)[number]
  /** What went wrong, the same words for the same fault. */
  readonly cause: string
  /** The first row in which it shows. */
  readonly detail: string
  /** A question that is justified. */
  readonly isFair: boolean
  readonly answer: Answer
}

export async function judge(file: ListFile): Promise<Verdict> {
  const answer = await askProduct(file)
  const { truth } = file
  const verdict = (is: Verdict['is'], cause = '', detail = ''): Verdict => ({
    is,
    cause,
    detail,
    isFair: truth.asking !== 'needless',
    answer,
  })
  if (answer.kind === 'refused')
    return truth.isNothing || truth.isDamaged
      ? verdict('refused rightly')
      : verdict('refused wrongly', `refused: ${answer.error}`)
  if (answer.kind === 'asked') return verdict('asked', answer.what, answer.about)
  const wrong = wrongSuccess(truth, answer)
  if (truth.asking === 'needed' && (wrong === undefined || wrong.isOfColumn === true))
    return verdict('wrong success', `not asked: ${truth.why}`, wrong?.detail)
  if (wrong !== undefined)
    return verdict('wrong success', wrong.cause, `of '${answer.taken}', ${wrong.detail}`)
  const refused = refusedRow(truth, answer)
  if (refused !== undefined) return verdict('refused wrongly', refused.cause, refused.detail)
  const misnamed = misnamedRow(truth, answer)
  if (misnamed !== undefined) return verdict('misnamed', misnamed.cause, misnamed.detail)
  return verdict('right')
}

type Read = Extract<Answer, { kind: 'read' }>

type Fault = {
  readonly cause: string
  readonly detail: string
  /** With the columns of another reading there may be none. */
  readonly isOfColumn?: true
}

function wrongSuccess(truth: Truth, answer: Read): Fault | undefined {
  if (truth.isNothing) return { cause: 'read where there is no price', detail: show(answer.rows[0]) }
  const readings = Math.max(...truth.products.map(({ right }) => right.length), 1)
  const faults = Array.from({ length: readings }, (_, reading) => faultOf(truth, answer, reading))
  if (faults.includes(undefined)) return undefined
  return faults.find((fault) => fault?.isOfColumn !== true) ?? faults[0]
}

const show = (row: ReadRow | undefined): string =>
  row === undefined ? '' : `line ${row.line}: ${JSON.stringify(row)}`

/** The first row that differs from the expected reading, by the columns of one reading. */
function faultOf(truth: Truth, answer: Read, reading: number): Fault | undefined {
  const rest = [...answer.rows]
  for (const product of truth.products) {
    const { line, right, isUnknown } = product
    // A second table can have the price in one currency alone.
    const wanted = product.isOfSecondTable === true ? right : [right[reading]]
    const found = rest.findIndex((row) => row.line === line && wanted.some((one) => matches(row, one)))
    if (found !== -1) {
      rest.splice(found, 1)
      continue
    }
    const other = rest.find((row) => row.line === line)
    if (isUnknown === true) {
      if (other !== undefined) rest.splice(rest.indexOf(other), 1)
      continue
    }
    const isSecond = product.isOfSecondTable === true
    if (other !== undefined && !isSecond)
      return {
        cause: causeOf(other, product, reading),
        detail: told(other, product, reading),
        isOfColumn: true,
      }
    if (right[reading] === undefined || answer.leftOut.includes(line)) continue
    if (isSecond ? answer.saysOtherTable : truth.isDamaged && answer.saysDoubtfulRows) continue
    return {
      cause: isSecond ? 'the second table is lost' : 'a product is lost',
      detail: `line ${line}: ${product.name}`,
    }
  }
  const silent = truth.totals.find(
    (line) => !answer.rows.some((row) => row.line === line) && !answer.leftOut.includes(line),
  )
  if (truth.areTotalsDoubtful && silent !== undefined)
    return { cause: 'a doubtful total is left out without a word', detail: `line ${silent}` }
  const [extra] = rest
  if (extra === undefined) return undefined
  if (truth.totals.includes(extra.line)) return { cause: 'a total is a product', detail: show(extra) }
  return { cause: 'a row that is no product', detail: show(extra) }
}

const told = (row: ReadRow, { right }: ProductLine, reading: number): string =>
  `${show(row)}, a person: ${JSON.stringify(right[reading] ?? 'no price')}`

const isSameNumber = (a: string, b: string): boolean => Number(a) === Number(b)

const matches = (row: ReadRow, right: ProductLine['right'][number] | undefined): boolean =>
  right !== undefined && isSameNumber(row.price, right.price) && row.currency === right.currency

function causeOf(row: ReadRow, { right, others }: ProductLine, reading: number): string {
  const price = right[reading]
  if (price !== undefined && isSameNumber(price.price, row.price))
    return `currency: ${row.currency} for ${price.currency}`
  const taken = others.find((other) => isSameNumber(other.price, row.price))
  if (taken !== undefined) return `column: takes ${taken.kind}`
  return price === undefined ? 'a price where there is none' : 'another price'
}

function refusedRow({ products }: Truth, answer: Read): Fault | undefined {
  const lost = products.find(
    ({ line, right, isDoubtful, isUnknown, isOfSecondTable }) =>
      right.some((price) => price !== undefined) &&
      isDoubtful !== true &&
      isUnknown !== true &&
      isOfSecondTable !== true &&
      answer.leftOut.includes(line),
  )
  return lost === undefined
    ? undefined
    : { cause: 'a row is refused', detail: `line ${lost.line}: ${lost.name}` }
}

const folded = (name: string): string => name.replace(/\s+/g, ' ').trim()

/** Names of rows are cut; one of a variant may have more at its end. */
const isNamed = (name: string, right: string): boolean => {
  const [shown, whole] = [folded(name), folded(right)]
  return (
    shown !== '' &&
    (whole.startsWith(shown) ? shown.length >= Math.min(whole.length, 20) : shown.startsWith(whole))
  )
}

function misnamedRow(truth: Truth, answer: Read): Fault | undefined {
  if (truth.isDamaged) return undefined
  const lines = Map.groupBy(truth.products, ({ line }) => line)
  const wrong = answer.rows.find(({ line, name }) => {
    const products = lines.get(line) ?? []
    return !products.some((product) => product.isUnknown === true || isNamed(name, product.name))
  })
  if (wrong === undefined) return undefined
  return { cause: wrong.name === '' ? 'a name is lost' : 'another name', detail: show(wrong) }
}
