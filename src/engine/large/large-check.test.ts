import { expect, it } from 'vitest'
import { openFile } from '#formats/open-file.ts'
import { readFilePairs } from '#formats/read-price-list.ts'
import { createEncoder } from '#formats/bytes/encoder.ts'
import { sideOf } from '#money/amount.ts'
import { checkPairs } from '#pricelist/pairs/check-pairs.ts'
import { findPairColumns } from '#pricelist/pairs/pair-columns.ts'
import { type PairDirection, derivedCurrency } from '#pricelist/pairs/price-pair.ts'
import { referenceAmounts } from '#test/reference-rate.ts'
import { buildStrip, placeOf } from '../check/strip.ts'
import { summarizeFile } from '../file.ts'
import { openFileSource } from './file-source.ts'
import { LargeCheck } from './large-check.ts'

const NAME = 'ceni.csv'
const SIZES = { headBytes: 80 * 1024, chunkBytes: 32 * 1024 }

/** One euro price in fifty is a cent too high, and one in seventy is missing; a name goes on in the next line. */
const lines = Array.from({ length: 5000 }, (_, i) => {
  const lev = `${(i % 900) + 1}.${String(i % 100).padStart(2, '0')}`
  const cents = Number(referenceAmounts(lev, 'BGN').eur) * 100 + (i % 50 === 7 ? 1 : 0)
  const euro = i % 70 === 13 ? '' : (Math.round(cents) / 100).toFixed(2)
  const name = i % 111 === 5 ? `"Стока\n""номер"" ${i}"` : `Стока номер ${i}`
  return i % 999 === 100 ? ';;' : `${name};${lev.replace('.', ',')};${euro.replace('.', ',')}`
})
const LIST = `Списък;;\nИме;Цена лв.;Цена €\n${lines.join('\n')}\n`

async function checkBoth(bytes: Uint8Array<ArrayBuffer>, direction: PairDirection) {
  const opened = await openFile(bytes, { fileName: NAME })
  const large = await LargeCheck.open(
    await openFileSource(new File([bytes], NAME)),
    { fileName: NAME },
    SIZES,
  )
  if (!opened.ok || !large) throw new Error('It was not opened.')
  const { columns } = summarizeFile(opened.file, NAME, 0).detection
  const { pairs } = findPairColumns(opened.file.table, summarizeFile(opened.file, NAME, 0).detection)
  const choices = { columns, pairs, areNamed: false }
  const reading = readFilePairs(opened.file, opened.file.table, choices)
  const check = checkPairs(reading, direction)
  const strip = buildStrip(reading.pairs.map(placeOf), check, sideOf(derivedCurrency(direction)))
  const progress: number[] = []
  const found = await large.check(choices, direction, (done) => progress.push(done))
  return { whole: { check, strip }, found, progress }
}

it('CHECK-01 · a file that is checked in parts has the mismatches, counts and dots of the same file read whole', async () => {
  for (const [encoding, direction] of [
    ['utf-8', 'either'],
    ['windows-1251', 'bgn-eur'],
  ] as const) {
    const bytes = createEncoder(encoding).encode(LIST.replaceAll('€', encoding === 'utf-8' ? '€' : 'EUR'))
    const { whole, found, progress } = await checkBoth(bytes, direction)
    expect(whole.check.summary).toMatchObject({ off: 100, notChecked: 72 })
    expect(found).toEqual(whole)
    expect(progress.length).toBeGreaterThan(4)
    expect(progress.at(-1)).toBe(1)
  }
})

it('CHECK-01 · a file whose rows depend on each other is not checked in parts', async () => {
  const open = async (text: string) =>
    LargeCheck.open(await openFileSource(new File([text], NAME)), { fileName: NAME }, SIZES)
  const check = async (text: string) => {
    const large = await open(text)
    const columns = { headerRow: 1, name: 0, currency: null }
    const pairs = [{ national: 1, euro: 2 }]
    return large?.check({ columns, pairs, areNamed: false }, 'either', () => undefined)
  }
  expect(await check(LIST)).toBeDefined()
  // A price that other parts may tell how to read, a row of another width, bytes of another encoding, an open quote.
  expect(await check(`${LIST}Хляб;1,956;1,000\n`)).toBeUndefined()
  expect(await check(`${LIST}Хляб;1;96;1,00\n`)).toBeUndefined()
  expect(await check(`${LIST}Хляб\ufffd;1,96;1,00\n`)).toBeUndefined()
  expect(await check(`${LIST}"Хляб;1,96;1,00\n`)).toBeUndefined()
  expect(await open('{}'.repeat(50_000))).toBeUndefined()
})
