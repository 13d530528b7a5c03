import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Currency } from '#money/currency.ts'
import { cleanName, fullName, isProbablyCut, wholeName } from './product-name.ts'
import { convert } from '#money/convert.ts'
import {
  convertPrice,
  convertRow,
  countRow,
  emptyCounts,
  insertionIndex,
  isZeroRow,
  rowId,
  rowIds,
  rowOrigin,
  validatePrice,
  validateRow,
} from './row.ts'

const problemOf = (price: unknown, currency: unknown = 'BGN') => {
  const verdict = validateRow({ name: 'x', price, currency })
  return verdict.status === 'invalid' ? verdict.problem : verdict.status
}

describe('BULK-11 · valid, invalid and empty rows', () => {
  it('BULK-11 · a price above 0 and within the maximum is valid', () => {
    for (const price of ['0.01', '12', '12.5', '.5', '12.', '9999999.99', '9999999.990', 12.5]) {
      expect([price, problemOf(price)]).toEqual([price, 'valid'])
    }
  })

  it('BULK-11 · what is no positive price within the maximum is invalid, with the reason', () => {
    expect(problemOf('0')).toBe('not-positive')
    expect(problemOf('-0')).toBe('not-a-price')
    expect(problemOf('9999999.995')).toBe('too-large')
    expect(problemOf('10000000')).toBe('too-large')
    expect(problemOf('9'.repeat(100_000))).toBe('not-a-price')
    for (const price of ['-5', 'NaN', 'Infinity', '1e3', '0x10', '1_000', '٣', '１２', '1.2.3', '.', '1,5']) {
      expect([price, problemOf(price)]).toEqual([price, 'not-a-price'])
    }
    for (const price of [Infinity, NaN, 1e21, -1, true, [1], {}, () => 1]) {
      expect([price, problemOf(price)]).toEqual([price, 'not-a-price'])
    }
  })

  it('BULK-11 · only BGN and EUR, in any case, are currencies', () => {
    expect(problemOf('1', 'bgn')).toBe('valid')
    for (const currency of ['USD', 'ЕUR', '', undefined, null, ['BGN'], '__proto__', 'constructor', {}]) {
      expect(validateRow({ price: '1', currency })).toEqual({
        status: 'invalid',
        problem: 'unknown-currency',
      })
    }
  })

  it('BULK-11 · a row is empty without name and price, and invalid with a name alone', () => {
    for (const price of ['', '   ', null, undefined]) {
      expect(validateRow({ name: '', price, currency: 'BGN' }).status).toBe('empty')
      expect(validateRow({ name: '<>', price, currency: 'BGN' }).status).toBe('empty')
      expect(problemOf(price)).toBe('no-price')
    }
  })

  it('BULK-11 · nothing that comes over the wire makes the judge throw, and counts add up', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ name: fc.anything(), price: fc.anything(), currency: fc.anything() })),
        (rows) => {
          const counts = emptyCounts()
          for (const row of rows) countRow(counts, convertRow(row).status)
          expect(counts.validRows + counts.invalidRows + counts.emptyRows).toBe(rows.length)
          expect(counts.tokenCost).toBe(counts.validRows)
        },
      ),
    )
  })

  it('BULK-11 · a price too small for a cent converts to 0.00', () => {
    expect(convertRow({ price: '0.001', currency: 'BGN' }).money).toEqual({ national: 0, euro: 0 })
    expect(validatePrice('0.001').ok).toBe(true)
  })
})

describe('RATE-02 · the usual price text, read digit by digit', () => {
  const currency = fc.constantFrom<Currency>('BGN', 'EUR')
  const byDecimal = (text: string, from: Currency) => {
    const verdict = validatePrice(text)
    return verdict.ok ? convert(verdict.price, from) : undefined
  }

  it('RATE-02 · converts as a decimal of any length does, and is refused where that is', () => {
    const nearly = fc.stringMatching(/^ ?[-+]?\d{0,9}[.,]?\d{0,4}\.?$/)
    const usual = fc.stringMatching(/^\d{1,7}(\.\d{0,2})?$/)
    const text = fc.oneof(usual, nearly, fc.string({ unit: fc.constantFrom(...'0.,:/٣ '), maxLength: 4 }))
    fc.assert(
      fc.property(text, currency, (price, from) => {
        expect([price, convertPrice(price, from)]).toEqual([price, byDecimal(price, from)])
      }),
      { numRuns: 20_000 },
    )
  })

  it('RATE-02 · at the edges too', () => {
    const texts = [
      '',
      '.',
      '0',
      '0.00',
      '.5',
      '5.',
      '..5',
      '1.2.3',
      '007',
      '0000000.01',
      '0.001',
      '1/2',
      '1:2',
    ]
    for (const price of [
      ...texts,
      '9999999.99',
      '10000000',
      '9999999999',
      '9999999.990',
      '9999999.991',
      '1e3',
    ])
      for (const from of ['BGN', 'EUR'] as const)
        expect([price, convertPrice(price, from)]).toEqual([price, byDecimal(price, from)])
  })

  it('RATE-02 · a row is valid exactly when the judge says so, with the same amounts', () => {
    const price = fc.oneof(fc.stringMatching(/^\d{0,8}\.?\d{0,3}$/), fc.double(), fc.anything())
    const anyCurrency = fc.constantFrom<unknown>('BGN', 'EUR', 'bgn', ' Eur ', 'USD', '', null)
    fc.assert(
      fc.property(fc.record({ name: fc.constantFrom('', 'x'), price, currency: anyCurrency }), (row) => {
        const verdict = validateRow(row)
        const money = verdict.status === 'valid' ? convert(verdict.price, verdict.currency) : null
        expect(convertRow(row)).toEqual({ name: row.name, money, status: verdict.status })
      }),
      { numRuns: 5000 },
    )
  })
})

describe('BULK-10 · names', () => {
  it('BULK-10 · angle brackets go, white space is folded, control and direction marks go', () => {
    expect(cleanName('<b>Хляб</b>')).toBe('bХляб/b')
    expect(cleanName('  Хляб \r\n бял\u0000 ')).toBe('Хляб бял')
    expect(cleanName('\u202egpj.csv')).toBe('gpj.csv')
  })

  it.each([
    ['Кашкавал от краве мляко, 400 г', true],
    ['Сирене краве бидон бяло 4 кг', true],
    ['Хляб „Добруджа“ бял 650 г', true],
    ['Кашкавал от краве мляко', false],
    ['Кисело мляко кофичка, 2 %', true],
    ['Хляб,', false],
  ])('AUTH-08 BULK-10 · what is stored of %s was probably cut: %s', (name, isCut) => {
    expect(isProbablyCut(cleanName(name))).toBe(isCut)
  })

  it('BULK-10 · at most 25 characters as a reader counts them, no letter broken', () => {
    expect(cleanName('я'.repeat(40))).toBe('я'.repeat(25))
    expect(cleanName('👩‍👩‍👧'.repeat(30))).toBe('👩‍👩‍👧'.repeat(25))
    expect(cleanName('й'.normalize('NFD').repeat(30))).toBe('й'.normalize('NFD').repeat(25))
    expect(cleanName('😀'.repeat(26))).toBe('😀'.repeat(25))
    // No space at the end, whatever is in the name.
    for (const name of [`${'я'.repeat(24)} бял`, `<${'я'.repeat(24)}> бял`, `${'😀'.repeat(24)} бял`])
      expect(cleanName(name)).toMatch(/^(?:я{24}|(?:😀){24})$/u)
    // A character of any number of marks: 250 units are the limit.
    const marked = (marks: number) => `a${'\u0301'.repeat(marks)}`
    expect([cleanName(marked(249)), cleanName(marked(250))]).toEqual([marked(249), ''])
  })

  it('BULK-10 · a name that is tidy already is kept as any other is', () => {
    const letters =
      'aZ09 ,.&;<=>?~\u007f\u00a0¡\u00adé\u02ff\u0300\u036fαЯ҂\u0483№…–\u2028„\u202e\u202f\u205f€\u20d0\ud83d😀'
    const text = fc.oneof(
      fc.string({ unit: fc.constantFrom('а', 'b', ' ', '-', '\u0301'), maxLength: 40 }),
      fc.string({ unit: fc.constantFrom(...letters, ...letters.split('')), maxLength: 40 }),
      fc.string({ unit: 'binary', maxLength: 40 }),
    )
    fc.assert(
      fc.property(text, (name) => {
        // The control character goes, and with it the name is not tidy.
        expect(cleanName(name)).toBe(cleanName(`\u0000${name}`))
      }),
      { numRuns: 5000 },
    )
    // Each letter alone, at the border of 25 and between others.
    for (let unit = 0; unit <= 0xffff; unit++) {
      const name = `${'я'.repeat(24)}${String.fromCharCode(unit)}я`
      if (cleanName(name) !== cleanName(`\u0000${name}`)) expect.fail(unit.toString(16))
    }
  })

  it('BULK-10 · never ill-formed, never long, whatever comes in', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const name = cleanName(text)
        const characters = [...new Intl.Segmenter('bg').segment(name)]
        expect(name.isWellFormed()).toBe(true)
        expect(characters.length).toBeLessThanOrEqual(25)
        expect(name).not.toMatch(/[<>]/)
      }),
    )
    expect(cleanName(`a${'\u0301'.repeat(100_000)}`).length).toBeLessThanOrEqual(250)
    for (const value of [null, undefined, {}, [], true]) expect(cleanName(value)).toBe('')
  })
})

describe('BULK-10 · whole names', () => {
  it('BULK-10 · are cleaned like others, and not cut before 4096 letters', () => {
    const name = `<b> ${'я'.repeat(40)}\u0000\u202eа `
    expect(fullName(name)).toBe(`b ${'я'.repeat(40)} а`)
    expect(wholeName(name)).toBe(`<b> ${'я'.repeat(40)} а`)
    for (const clean of [fullName, wholeName]) {
      expect(clean('я'.repeat(4096))).toBe('я'.repeat(4096))
      expect(clean('я'.repeat(5000))).toBe('я'.repeat(4096))
      expect(clean('а\ud83d')).toBe('а\ufffd')
      expect(clean(' \n ')).toBe('')
    }
  })

  it('BULK-10 · a number is a name, what is none is not', () => {
    expect([5, 1.5, -0, NaN, Infinity, true, null].map(cleanName)).toEqual(['5', '1.5', '0', '', '', '', ''])
    expect(cleanName(`${'я'.repeat(4095)} а`).length).toBe(25)
    expect(cleanName(`${' '.repeat(4096)}а`)).toBe('')
  })

  it.each([',', ';', ':', '&', '+', '/', '(', '–', '-'])('BULK-10 · cut behind %s and a space', (sign) => {
    expect(isProbablyCut(`${'я'.repeat(23)}${sign}`)).toBe(true)
    expect(isProbablyCut(`${'я'.repeat(22)}${sign}`)).toBe(false)
    expect(isProbablyCut(`${'я'.repeat(10)}${sign}${'я'.repeat(13)}`)).toBe(false)
    expect([isProbablyCut('я'.repeat(24)), isProbablyCut('я'.repeat(25))]).toEqual([false, true])
    expect(isProbablyCut(`${'😀'.repeat(23)}${sign}`)).toBe(true)
    expect(isProbablyCut(`${'😀'.repeat(12)}${sign}`)).toBe(false)
  })
})

describe('BULK-11 · limits of a price text', () => {
  it('BULK-11 · at most 64 characters, the spaces among them', () => {
    const long = (length: number) => `1.${'1'.repeat(length - 2)}`
    expect([problemOf(long(64)), problemOf(long(65))]).toEqual(['valid', 'not-a-price'])
    expect([problemOf(' '.repeat(64)), problemOf(' '.repeat(65))]).toEqual(['no-price', 'not-a-price'])
    const empty = (length: number) => validateRow({ price: ' '.repeat(length), currency: 'BGN' }).status
    expect([empty(64), empty(65)]).toEqual(['empty', 'invalid'])
    expect(validatePrice('  ')).toEqual({ ok: false, problem: 'no-price' })
    expect(validatePrice(' 12.50 ')).toEqual({ ok: true, price: { whole: '12', fraction: '5' } })
  })

  it('BULK-11 · nothing is converted where something is wrong with it', () => {
    expect(convertRow({ name: 'а', price: '1', currency: 'USD' })).toEqual({
      name: 'а',
      money: null,
      status: 'invalid',
    })
    expect(convertRow({ name: 'а', price: [1], currency: 'BGN' }).status).toBe('invalid')
    expect(convertRow({ price: null, currency: 'BGN' })).toEqual({ name: '', money: null, status: 'empty' })
    expect(convertRow({ name: 'а', price: 1.5, currency: 'eur' }).money).toEqual({ national: 293, euro: 150 })
  })

  it('BULK-11 · counts go up and down by status', () => {
    const counts = emptyCounts()
    countRow(counts, 'valid', 3)
    countRow(counts, 'invalid')
    countRow(counts, 'empty', 2)
    countRow(counts, 'valid', -1)
    expect(counts).toEqual({ totalRows: 5, validRows: 2, invalidRows: 1, emptyRows: 2, tokenCost: 2 })
  })

  it.each([
    ['0.004', 'BGN', true],
    ['0.01', 'EUR', false],
    ['0.009', 'BGN', true],
    ['0.0098', 'BGN', false],
    ['.004', 'EUR', true],
    ['00.001', 'EUR', true],
    ['0.01', 'BGN', false],
    ['0.1', 'BGN', false],
    ['1.004', 'BGN', false],
    ['0.00', 'BGN', false],
    ['abc', 'BGN', false],
  ] as const)('BULK-11 · %s %s converts to nothing: %s', (price, currency, isZero) => {
    expect(isZeroRow({ name: 'а', price, currency })).toBe(isZero)
  })
})

describe('BULK-12 · ids of rows', () => {
  it('BULK-12 · with one price column the line, with several one each, in the order of the file', () => {
    expect(rowId({ line: 7, nth: 0 }, 1)).toBe(7)
    expect(rowIds({ lines: [1, 1, 2, 4], nth: [0, 1, 0, 2] }, 3)).toEqual([1, 2, 4, 12])
    expect(rowIds({ lines: [5], nth: [] }, 2)).toEqual([9])
    for (const perLine of [1, 2, 5])
      for (const origin of [
        { line: 1, nth: 0 },
        { line: 3, nth: perLine - 1 },
      ])
        expect(rowOrigin(rowId(origin, perLine), perLine)).toEqual(origin)
  })

  it('BULK-12 · an id is found, or the place where it belongs', () => {
    expect([1, 4, 5, 6, 9, 10].map((id) => insertionIndex([4, 6, 9], id))).toEqual([0, 0, 1, 1, 2, 3])
    expect(insertionIndex([], 1)).toBe(0)
  })
})
