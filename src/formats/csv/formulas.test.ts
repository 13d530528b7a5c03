import fc from 'fast-check'
import { cpuMs } from '#test/cpu-time.ts'
import { HOSTILE_DELIMITERS, cellsSeen, hostileCells } from '#test/hostile-cells.ts'
import { describe, expect, test } from 'vitest'
import type { Delimiter } from '#table/text-source.ts'
import { openFile } from '../open-file.ts'
import { escapeFormula, nextComputedCell } from './formulas.ts'
import { csvLine } from './write.ts'

describe('CONV-09 · a cell that would run as a formula is defused', () => {
  test.each(['=1+1', '+SUM(A1)', '-cmd|x', '@SUM(A1)', '\tx', '\rx', '＝1+1', '－1+cmd|x', 'sep=;'])(
    '%j',
    (text) => {
      expect(escapeFormula(text)).toBe(`'${text}`)
    },
  )

  test.each([
    [';=1+1', ";'=1+1"],
    ['x;=1+1;', "x;'=1+1;"],
    ['a|@SUM(1)', "a|'@SUM(1)"],
    ['a\t-2+3', "a\t'-2+3"],
    ['a,"=1+1', `a,"'=1+1`],
    ['два реда\n=1+1', "два реда\n'=1+1"],
    ['\u200b=1+1', "\u200b'=1+1"],
    ['\ufeff\u2060 ＝1+1', "\ufeff\u2060 '＝1+1"],
    ['\u00ad\u202e+cmd|x', "\u00ad\u202e'+cmd|x"],
    ['  =1', "  '=1"],
    ['Хляб =1+1', "Хляб '=1+1"],
    ['Хляб -2+3', "Хляб '-2+3"],
    ['=1;=2', "'=1;'=2"],
    ['E27, -5+1', "E27, '-5+1"],
  ])('%j is written %j', (text, escaped) => {
    expect(escapeFormula(text)).toBe(escaped)
    // A file that is exported, read and exported again does not change.
    expect(escapeFormula(escaped)).toBe(escaped)
  })

  test.each([
    'Хляб',
    '',
    '12.50',
    '-5',
    '-5,20',
    '+359 88 123',
    "'x",
    'a=b',
    'Хляб - бял',
    'Wi-Fi',
    '-',
    'info@x.bg',
    'USB -C',
    'E27, -5',
    'Промо: -50%',
    'Тел.: +359 888 123456',
    'Болт M8: -',
  ])('%j stays', (text) => {
    expect(escapeFormula(text)).toBe(text)
  })

  /** Whether the cell begins with a sign, after what programs drop, and is no number, sign alone or word with a dash. */
  const wouldRun = (cell: string, delimiter: string): boolean => {
    const own = cell.replace(/"?[,;|\t]12\.50$/, '')
    const shown = own.replace(/^[\s\p{C}\u00ad\u3164\u2800\u180e"]+|"+$/gu, '')
    if (/^[=＝﹦@＠]./u.test(shown)) return true
    if (!/^[+\-＋－]./u.test(shown) || /^[+-][\d.,]+$/.test(shown)) return false
    return delimiter !== ' ' || /^.\S*[-+*/(|!=]/u.test(shown)
  }

  const expectHarmless = (cells: readonly string[]): void => {
    for (const written of [',', ';', '\t', '|'] as const satisfies readonly Delimiter[]) {
      const file = cells.map((cell) => csvLine(['1', escapeFormula(cell), '12.50'], written)).join('\r\n')
      for (const delimiter of HOSTILE_DELIMITERS)
        for (const quote of ['"', ''] as const)
          expect(cellsSeen(file, delimiter, quote).filter((cell) => wouldRun(cell, delimiter))).toEqual([])
    }
  }

  test('CONV-09 · with any delimiter, with and without quotes, of hostile texts', () => {
    const cells = hostileCells(5000)
    expect(cells.filter((cell) => escapeFormula(cell) === cell).length).toBeLessThan(cells.length / 4)
    expectHarmless(cells)
  })

  test('CONV-09 · with any delimiter, of any text of such characters', () => {
    const unit = fc.constantFrom(...'=+-@＝;,|\t\n\r "\u200b\ufeffa1(!\'<х')
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit, maxLength: 24 }), { minLength: 1, maxLength: 8 }),
        expectHarmless,
      ),
      { numRuns: 500 },
    )
  })

  test('CONV-09 · a long text takes no longer than its length', () => {
    const started = cpuMs()
    for (const part of ['-a|', '\u0001-', '\t', ' ', '"', ',="a', '-1-1', ',=', '=\n', '\u200b'])
      escapeFormula(part.repeat(500_000))
    expect(cpuMs() - started).toBeLessThan(5000)
  })
})

describe('CONV-09 · cells of the file itself that would run as formulas', () => {
  const rowsOf = async (lines: readonly string[], fileName = 'a.csv') => {
    const opened = await openFile(new TextEncoder().encode(lines.join('\n')), { fileName })
    if (!opened.ok) throw new Error(JSON.stringify(opened.error))
    const warnings = opened.file.warnings.filter(({ code }) => code === 'formula-cells')
    return warnings.flatMap((warning) => ('rows' in warning ? [warning.rows] : []))[0]
  }

  test('CONV-09 · are counted, with the first rows', async () => {
    const hostile = [
      '=1+1',
      '+cmd|x!A1',
      '"@SUM(1,2)"',
      'x,=1',
      '-2+3',
      '＝SUM(A1)',
      '\u200b=A1',
      "-1+cmd|' /C calc'!A0",
    ]
    const rows = hostile.flatMap((name) => ['Хляб;1,20', `${name};2,40`])
    expect(await rowsOf(['Стока;Цена', ...rows])).toEqual({ count: 8, first: [3, 5, 7, 9, 11] })
  })

  test('CONV-09 · are not what only begins with a sign, and not the way of exports to keep zeros', async () => {
    const usual = [
      '- доставка',
      '-50% промо',
      '+ подарък',
      '-18°C',
      '@home',
      'A=B',
      '=',
      '-Модел (бял)',
      '+359 88 123',
    ]
    const rows = usual.map((name) => `${name};-1,20;="0012";"=""0034"""`)
    expect(await rowsOf(['Стока;Цена;Код;Баркод', ...rows])).toBeUndefined()
  })

  test('CONV-09 · a long line takes no longer than its length', async () => {
    for (const part of ['-a|', '=a!', '-1-1', ',="a', '+\u200b', '-a ']) {
      const started = cpuMs()
      await rowsOf(['Стока;Цена', `${part.repeat(300_000)};1`])
      expect(cpuMs() - started, part).toBeLessThan(5000)
    }
  })
})

describe('CONV-09 · where a formula can begin', () => {
  // The four signs, and their full-width, small, raised and lowered forms (Unicode charts FF00, FE50, 2070, 2200).
  test.each([...'=+-@＝＋－＠﹦﹢﹣﹫⁼₌⁺₊⁻₋−'])('%s and a call', (sign) => {
    expect(escapeFormula(`${sign}SUM(A1)`)).toBe(`'${sign}SUM(A1)`)
    expect(escapeFormula(`Хляб;${sign}SUM(A1)`)).toBe(`Хляб;'${sign}SUM(A1)`)
    expect(escapeFormula(`Хляб${sign}SUM(A1)`)).toBe(`Хляб${sign}SUM(A1)`)
  })

  test.each([...',;|:~^\t\n\r\v\u0001\u2028\u2029'])('behind %j', (delimiter) => {
    expect(escapeFormula(`x${delimiter}=1+1`)).toBe(`x${delimiter}'=1+1`)
    expect(escapeFormula(`x${delimiter} "\u200b=1+1`)).toBe(`x${delimiter} "\u200b'=1+1`)
  })

  test.each([' ', '"', '\u00a0', '\u200b', '\u00ad', '\u3164', '\u2800', '\u{e0001}', ' " '])(
    'behind %j at the start of a text',
    (skipped) => {
      expect(escapeFormula(`${skipped}=1+1`)).toBe(`${skipped}'=1+1`)
    },
  )

  test.each(['(=1+1', 'а=1+1', '.=1+1', '😀=1+1', '/=1+1', 'x=1+1'])('not in %j', (text) => {
    expect(escapeFormula(text)).toBe(text)
  })

  test.each([
    ['-5', true],
    ['+5.20', true],
    ['−5,20', true],
    ['-1.234,50', true],
    ['-50%', true],
    ['+359 88 123 45', true],
    ['-', true],
    ['+', true],
    ['@', true],
    ['-5 лв', false],
    ['-5%%', false],
    ['--5', false],
    ['-359 88', false],
    ['+359-88', false],
    ['=5', false],
    ['=', false],
    ['@5', false],
    ['＝', false],
    ['-5\n', false],
  ])('%j stays: %s', (text, isKept) => {
    expect(escapeFormula(text)).toBe(isKept ? text : `'${text}`)
    expect(escapeFormula(`x;${text}`)).toBe(isKept ? `x;${text}` : `x;'${text}`)
  })

  test.each([
    ['Хляб =1', true],
    ['Хляб @home', true],
    ['Хляб = 1', false],
    ['Хляб @ 1', false],
    ['Хляб -A1', false],
    ['Хляб +A1', false],
    ['Хляб -A1+B1', true],
    ['Хляб -A1*2', true],
    ['Хляб -A1/2', true],
    ['Хляб -A1^2', true],
    ['Хляб -A1&B1', true],
    ['Хляб -SUM(A1)', true],
    ['Хляб -cmd|x', true],
    ['Хляб -x!A1', true],
    ['Хляб -A1<2', true],
    ['Хляб -A1>2', true],
    ['Хляб - A1*2', false],
    ['Хляб -A1 *2', false],
  ])('the word in %j: %s', (text, isFormula) => {
    const at = Math.max(
      ...['=', '@', '-', '+'].map((sign) => text.indexOf(` ${sign}`) + 1).filter((one) => one > 0),
    )
    expect(escapeFormula(text)).toBe(isFormula ? `${text.slice(0, at)}'${text.slice(at)}` : text)
  })

  test.each([
    ['sep=;', true],
    ['SEP=,', true],
    ['\tx', true],
    ['\rx', true],
    ['\nx', false],
    ['xsep=;', false],
    [' sep=;', false],
  ])('the beginning %j: %s', (text, isEscaped) => {
    expect(escapeFormula(text)).toBe(isEscaped ? `'${text}` : text)
  })
})

describe('CONV-09 · the cells of a file that a spreadsheet computes', () => {
  test.each([
    ['=A1', 0],
    ['=1', 0],
    ['= A1', 0],
    ['="x"&A1', 0],
    ['=(1)', 0],
    ["='x'!A1", 0],
    ['=+1', 0],
    ['=-1', 0],
    ['=@A1', 0],
    ['=.5', 0],
    ['=$A$1', 0],
    ['=[x]A1', 0],
    ['={1}', 0],
    ['＝SUM(1)', 0],
    ['x,=A1', 2],
    ['x;"=A1"', 3],
    ['x\n=A1', 2],
    ['x:=A1', 2],
    ['+SUM(A1)', 0],
    ['-SUM(A1)', 0],
    ['@SUM(A1)', 0],
    ["+'x'!A1", 0],
    ['-x!$A$1', 0],
    ['+cmd|x!A1', 0],
    ['-1+2', 0],
    ['+1-2', 0],
    ['-1*2', 0],
    ['-1/2', 0],
    ['-1^2', 0],
    ['-1&2', 0],
    ['-1,5+2,5', 0],
    ['-A1+B2', 0],
    ['+$A$1+$B$2;x', 0],
    ['-1+2"', 0],
    ['-1+2\tx', 0],
    ['-1+2|x', 0],
  ])('%j: at %i', (text, at) => {
    expect(nextComputedCell(text, 0)).toBe(at)
    expect(nextComputedCell(text, at + 1)).toBeUndefined()
  })

  test.each([
    '=',
    '= ',
    '=;A1',
    '="0012"',
    '="0012";x',
    '"=""0012""";x',
    '=%',
    'a=A1',
    'x =A1',
    '-1',
    '-1.5',
    '- x',
    '-x',
    '+x y',
    '-1+',
    '-1+x',
    '-1+2 x',
    '@x',
    '- доставка (бърза)',
    '-1-бр',
  ])('not in %j', (text) => {
    expect(nextComputedCell(text, 0)).toBeUndefined()
  })
})
