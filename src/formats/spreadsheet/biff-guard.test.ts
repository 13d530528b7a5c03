import { Worker } from 'node:worker_threads'
import { type AnyBookType, workbook } from '#test/fixtures/catalogues/workbooks.ts'
import type { CellObject } from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import { guardBiff } from './biff-guard.ts'
import { isCompleteSst } from '../xls/biff-strings.ts'
import { openFile } from '../open-file.ts'

/** A BIFF record: type, length, data. */
const record = (type: number, ...bytes: number[]): number[] => [
  type & 255,
  type >> 8,
  bytes.length,
  0,
  ...bytes,
]

const zeros = (count: number): number[] => Array.from({ length: count }, () => 0)

const BEGIN = record(0x0809, 0, 6, 5, 0)
const END = record(0x000a)

function guarded(...records: number[][]): number[] | false {
  const stream = Uint8Array.from(records.flat())
  return guardBiff(stream) && [...stream]
}

/** Opens files in a thread that can be terminated if it loops for ever; returns how many it opened. */
async function openApart(files: readonly (readonly number[])[]): Promise<number> {
  const worker = new Worker(
    new URL('../../../test/fixtures/catalogues/open-all.worker.ts', import.meta.url),
    {
      workerData: files.map((file) => Uint8Array.from(file)),
    },
  )
  let opened = 0
  const ended = new Promise<void>((resolve, reject) => {
    worker.on('message', () => opened++)
    worker.on('exit', () => resolve())
    worker.on('error', reject)
  })
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 30_000))])
  await worker.terminate()
  return opened
}

/** The byte offset of the workbook stream in an XLS that SheetJS wrote: one contiguous piece that begins with BOF. */
function placesOfRecords(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer)
  const begins = ['0908', '0904', '0902', '0900'].map((type) => Buffer.from(bytes).indexOf(type, 0, 'hex'))
  let at = begins.find((place) => place !== -1) ?? bytes.length
  const places: number[] = []
  while (at + 4 <= bytes.length && view.getUint16(at, true) !== 0) {
    places.push(at)
    at += 4 + view.getUint16(at + 2, true)
  }
  return places
}

describe('BULK-15 · BIFF records are made safe before SheetJS reads them', () => {
  test('records without a value get an unknown type, the others stay', () => {
    const number = record(0x0203, ...zeros(14))
    const array = record(0x0221, 1, 2)
    const tooShort = record(0x0203, 1, 2)
    expect(guarded(BEGIN, array, number, tooShort, END)).toEqual(
      [BEGIN, record(0xffff, 1, 2), number, record(0xffff, 1, 2), END].flat(),
    )
  })

  // Fixed fields of the records by MS-XLS 2.4, and of Excel 2 to 5 by OpenOffice's documentation of the format. BOF counts
  // with version and type, a version of a number format with its length.
  const VALUE_RECORDS = [
    ['Dimensions', 0x0000, 8],
    ['Integer', 0x0002, 9],
    ['Number of Excel 2', 0x0003, 15],
    ['Label of Excel 2', 0x0004, 8],
    ['BoolErr of Excel 2', 0x0005, 9],
    ['String of Excel 2', 0x0007, 1],
    ['BOF of Excel 2', 0x0009, 4],
    ['Format of Excel 2', 0x001e, 2],
    ['Date1904', 0x0022, 2],
    ['CodePage', 0x0042, 2],
    ['XF of Excel 2', 0x0043, 4],
    ['IXFE', 0x0044, 2],
    ['BoundSheet', 0x0085, 8],
    ['MulRk', 0x00bd, 12],
    ['RString', 0x00d6, 8],
    ['XF', 0x00e0, 16],
    ['SST', 0x00fc, 8],
    ['LabelSst', 0x00fd, 10],
    ['Dimensions of Excel 3', 0x0200, 10],
    ['Number', 0x0203, 14],
    ['Label', 0x0204, 8],
    ['BoolErr', 0x0205, 8],
    ['String', 0x0207, 2],
    ['BOF of Excel 3', 0x0209, 4],
    ['XF of Excel 3', 0x0243, 8],
    ['RK', 0x027e, 10],
    ['BOF of Excel 4', 0x0409, 4],
    ['Format', 0x041e, 4],
    ['XF of Excel 4', 0x0443, 8],
    ['BOF', 0x0809, 4],
  ] as const
  const FORMULA_RECORDS = [
    ['ExternSheet', 0x0017, 2],
    ['Lbl', 0x0018, 14],
    ['ExternName', 0x0023, 6],
    ['DefColWidth', 0x0055, 2],
    ['ColInfo', 0x007d, 10],
    ['MergeCells', 0x00e5, 2],
    ['SupBook', 0x01ae, 4],
    ['Lbl of Excel 3', 0x0218, 14],
    ['Array', 0x0221, 14],
    ['ShrFmla', 0x04bc, 10],
  ] as const

  const typeAfter = (type: number, length: number, keeps: 'values' | 'formulas'): number => {
    const stream = Uint8Array.from([BEGIN, record(type, ...zeros(length)), END].flat())
    expect(guardBiff(stream, keeps)).toBe(true)
    return new DataView(stream.buffer).getUint16(BEGIN.length, true)
  }

  test.each(VALUE_RECORDS)(
    '%s is kept with its fixed fields, and skipped where one is cut',
    (_, type, length) => {
      for (const keeps of ['values', 'formulas'] as const) {
        expect(typeAfter(type, length, keeps)).toBe(type)
        expect(typeAfter(type, length - 1, keeps)).toBe(0xffff)
      }
    },
  )

  test.each(FORMULA_RECORDS)(
    '%s is kept for a conversion, but for no reader of values',
    (_, type, length) => {
      expect(typeAfter(type, length, 'formulas')).toBe(type)
      expect(typeAfter(type, length - 1, 'formulas')).toBe(0xffff)
      expect(typeAfter(type, length, 'values')).toBe(0xffff)
    },
  )

  test('a password and the end are kept without any field', () => {
    for (const type of [0x000a, 0x002f]) expect(typeAfter(type, 0, 'values')).toBe(type)
  })

  test('a continuation is kept after shared strings only, and one after another', () => {
    const whole = record(0x00fc, ...zeros(8))
    const more = record(0x003c, 1)
    const skipped = record(0xffff, 1)
    expect(guarded(BEGIN, whole, more, more, END)).toEqual([BEGIN, whole, more, more, END].flat())
    const number = record(0x0203, ...zeros(14))
    expect(guarded(BEGIN, whole, number, more, END)).toEqual([BEGIN, whole, number, skipped, END].flat())
    expect(guarded(BEGIN, whole, record(0x0203, 1), more, END)).toEqual(
      [BEGIN, whole, record(0xffff, 1), skipped, END].flat(),
    )
    expect(guarded(BEGIN, record(0x00fc, 1), more, END)).toEqual(
      [BEGIN, record(0xffff, 1), skipped, END].flat(),
    )
  })

  test('nothing after the end is read as a record, another substream is', () => {
    const number = record(0x0203, ...zeros(14))
    const padding = record(0x0000, 1, 2)
    expect(guarded(BEGIN, END, BEGIN, number, END, padding)).toEqual(
      [BEGIN, END, BEGIN, number, END, padding].flat(),
    )
    // Before the end the same bytes are a record that is too short.
    expect(guarded(BEGIN, padding, END)).toEqual([BEGIN, record(0xffff, 1, 2), END].flat())
    // Bytes too few for a record stay after the end, and are made harmless in any other place.
    expect(guarded(BEGIN, END, [1, 2, 3])).toEqual([BEGIN, END, [1, 2, 3]].flat())
    expect(guarded(BEGIN, [1, 2, 3])).toEqual([BEGIN, [255, 255, 255]].flat())
  })

  test('for a conversion, formulas keep the tokens that are complete', () => {
    const value = Array.from({ length: 16 }, (_, i) => i + 1)
    const keeping = (...records: number[][]) => {
      const stream = Uint8Array.from(records.flat())
      return guardBiff(stream, 'formulas') && [...stream]
    }
    for (const type of [0x0006, 0x0206, 0x0406]) {
      const complete = record(type, ...value, 0, 0, 0, 0, 3, 0, 0x1e, 1, 0)
      expect(keeping(BEGIN, complete, END)).toEqual([BEGIN, complete, END].flat())
      const cut = record(type, ...value, 0, 0, 0, 0, 4, 0, 0x1e, 1, 0)
      expect(keeping(BEGIN, cut, END)).toEqual([BEGIN, record(type, ...value, ...zeros(9)), END].flat())
      // Other versions have the length of the tokens in another place: their formulas become values.
      const old = record(0x0209, 0, 3, 0x10, 0)
      expect(keeping(old, complete, END)).toEqual([old, record(type, ...value, ...zeros(9)), END].flat())
    }
  })

  test('many complete shared string tables stay as they are', () => {
    const whole = record(0x00fc, ...zeros(8))
    const many = Array.from({ length: 100_000 }, () => whole)
    const stream = Uint8Array.from([BEGIN, ...many, END].flat())
    const before = stream.slice()
    expect(guardBiff(stream)).toBe(true)
    expect(Buffer.compare(stream, before)).toBe(0)
    const cut = record(0x00fc, 1, 0, 0, 0, 1, 0, 0, 0, 5, 0, 0)
    expect(guarded(BEGIN, whole, cut, END)).toBe(false)
  })

  test('the tokens of a formula become zeros, its value stays', () => {
    const value = Array.from({ length: 16 }, (_, i) => i + 1)
    expect(guarded(BEGIN, record(0x0006, ...value, 9, 9, 9, 9, 9, 9), END)).toEqual(
      [BEGIN, record(0x0006, ...value, ...zeros(6)), END].flat(),
    )
  })

  test('a formula without all fixed fields is dropped; those of Excel 2 to 4 have fewer', () => {
    const skipped = (length: number) => record(0xffff, ...zeros(length))
    const formula = (length: number) => record(0x0006, ...zeros(length))
    expect(guarded(BEGIN, formula(21), formula(22), END)).toEqual(
      [BEGIN, skipped(21), formula(22), END].flat(),
    )
    const elder = record(0x0009, 2, 0, 0x10, 0)
    expect(guarded(elder, formula(16), formula(17), END)).toEqual(
      [elder, skipped(16), formula(17), END].flat(),
    )
    // Workbooks that SheetJS reads as Excel 5 whatever their BOF says, and a second BOF inside.
    const odd = record(0x0009, 0, 0, 0, 0x10)
    expect(guarded(odd, formula(17), END)).toEqual([odd, skipped(17), END].flat())
    expect(guarded(elder, BEGIN, formula(17), END)).toEqual([elder, BEGIN, skipped(17), END].flat())
    expect(guarded(BEGIN, elder, formula(17), END)).toEqual([BEGIN, elder, skipped(17), END].flat())
    const number = record(0x0203, ...zeros(14))
    expect(guarded(elder, number, formula(17), END)).toEqual([elder, number, skipped(17), END].flat())
    const third = record(0x0209, 0, 3, 0x10, 0)
    expect(guarded(third, formula(17), number, formula(18), END)).toEqual(
      [third, skipped(17), number, formula(18), END].flat(),
    )
    for (const fields of [
      [0, 0, 0x10, 0],
      [2, 0, 0, 0x10],
    ]) {
      const second = record(0x0009, ...fields)
      expect(guarded(second, formula(17), END)).toEqual([second, formula(17), END].flat())
    }
  })

  test('a formula of any length after any BOF blocks no reader', async () => {
    const begins = [0x0009, 0x0209, 0x0409, 0x0809].flatMap((type) =>
      [
        [0, 0, 0x10, 0],
        [0, 0, 0, 0x10],
        [2, 0, 0x10, 0],
        [0, 3, 0x10, 0],
        [0, 5, 0x10, 0],
        [0, 6, 0x10, 0],
      ].map((fields) => record(type, ...fields)),
    )
    const between = [[], record(0x0203, ...zeros(14)), record(0x0204, ...zeros(9)), begins[0]!, begins[23]!]
    const types = [0x0006, 0x0206, 0x0406]
    const lengths = Array.from({ length: 10 }, (_, i) => 14 + i)
    const formulas = types.flatMap((type) => lengths.map((length) => record(type, ...zeros(length))))
    const streams = begins.flatMap((begin) =>
      between.flatMap((other) => formulas.map((formula) => [begin, other, formula, END].flat())),
    )
    expect(await openApart(streams)).toBe(streams.length)
  })

  test.each(['biff8', 'biff5', 'biff4', 'biff3', 'biff2'] satisfies AnyBookType[])(
    '%s: any record read as a formula blocks no reader',
    async (bookType) => {
      const good = workbook(
        {
          a: [
            ['Име', 'Цена'],
            ['Хляб', 2.5],
            ['x', { t: 'n', v: 2, f: '1+1' }],
          ],
        },
        bookType,
      )
      const places = placesOfRecords(good)
      expect(places.length).toBeGreaterThan(9)
      const changed = places.flatMap((at) =>
        [0x06, 0x0206, 0x0406].map((type) => {
          const bytes = good.slice()
          new DataView(bytes.buffer).setUint16(at, type, true)
          return [...bytes]
        }),
      )
      expect(await openApart(changed)).toBe(changed.length)
    },
  )

  test('a wrong count of document properties blocks no reader', async () => {
    const bytes = workbook({ a: [['Цена'], [2.5]] }, 'biff8', (book) => {
      book.Props = { Title: 'x' }
    })
    const file = Buffer.from(bytes.buffer)
    // A property set (MS-OLEPS 2.21): header of 48 bytes, size, number of properties.
    const mark = Buffer.from('feff0000', 'hex')
    const sets: number[] = []
    for (let at = file.indexOf(mark); at !== -1; at = file.indexOf(mark, at + 1))
      if (at % 64 === 0) sets.push(at)
    expect(sets.length).toBeGreaterThan(0)
    for (const at of sets) file.writeUInt32LE(0xffffffff, at + 52)
    expect(await openApart([[...bytes]])).toBe(1)
  })

  test('a truncated record ends the stream', () => {
    expect(guarded(BEGIN, [0x03, 0x02, 14, 0, 1, 2])).toEqual([BEGIN, zeros(6).map(() => 255)].flat())
  })

  test('a shared string table must be complete', () => {
    const sst = (...bytes: number[]) => record(0x00fc, 1, 0, 0, 0, 1, 0, 0, 0, ...bytes)
    expect(guarded(BEGIN, sst(2, 0, 0, 65, 66), END)).not.toBe(false)
    expect(guarded(BEGIN, sst(3, 0, 0, 65, 66), END)).toBe(false)
    expect(guarded(BEGIN, sst(2), END)).toBe(false)
    // Two characters of one byte, then two of two bytes in the CONTINUE record.
    const continued = record(0x003c, 1, 0x16, 4, 0x17, 4)
    expect(guarded(BEGIN, sst(4, 0, 0, 65, 66), continued, END)).not.toBe(false)
    expect(guarded(BEGIN, sst(5, 0, 0, 65, 66), continued, END)).toBe(false)
    expect(isCompleteSst(Uint8Array.from(record(0x00fc)), 0)).toBe(false)
  })

  test('text and number formulas, and strings across records, are read unchanged', async () => {
    const long = Array.from({ length: 400 }, (_, i) => [
      `${'Наименование на продукт '.repeat(i % 10)}${i}`,
      i + 0.5,
    ])
    const formula: CellObject = { t: 'n', v: 12.5, f: '10+2.5' }
    const text: CellObject = { t: 's', v: 'Хляб', f: '"Хляб"' }
    const bytes = workbook({ a: [['Име', 'Цена'], [text, formula], ...long] }, 'biff8')
    const result = await openFile(bytes, { fileName: 'x.xls' })
    expect(result).toMatchObject({ ok: true })
    if (!result.ok) return
    expect(result.file.table.slice(0, 2)).toEqual([
      ['Име', 'Цена'],
      ['Хляб', { kind: 'number', text: '12.5' }],
    ])
    expect(result.file.table.slice(2).map((row) => row[0])).toEqual(long.map(([name]) => name))
  })

  test.each(['biff8', 'biff5', 'biff2'] satisfies AnyBookType[])(
    '%s: the bytes of a file stay unchanged',
    async (bookType) => {
      const bytes = workbook({ a: [['Name', { t: 'n', v: 2, f: '1+1' }]] }, bookType)
      const before = bytes.slice()
      expect(await openFile(bytes, { fileName: 'x.xls' })).toMatchObject({ ok: true })
      expect(bytes).toEqual(before)
    },
  )

  test('the bytes of a file with a record that is skipped stay unchanged', async () => {
    const font = record(0x0031, ...zeros(5))
    const number = record(0x0003, ...zeros(15))
    const bytes = Uint8Array.from([record(0x0009, 2, 0, 0x10, 0), font, number, END].flat())
    const before = bytes.slice()
    expect(await openFile(bytes, { fileName: 'x.xls' })).toMatchObject({ ok: true })
    expect(bytes).toEqual(before)
  })
})
