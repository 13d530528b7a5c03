import { afterEach, describe, expect, it, vi } from 'vitest'
import { settled, startSession } from '#test/bulk-session.ts'
import { memoryDevice } from '#test/device-records.ts'
import { workbook } from '#test/fixtures/catalogues/workbooks.ts'
import { NO_ANSWERS } from '../types.ts'

const LIST = 'Име;Цена\nХляб;1,95\nСирене;12,50\nМляко;няма\nЧай;3,10\n'
const PRICES = ['Хляб 1.95 BGN', 'Сирене 12.5 BGN', 'Мляко  BGN', 'Чай 3.1 BGN']
/** Two price columns of equal rank, and a code in the first column. */
const WIDE = 'Код;Име;Цена;Цена на едро\n1;Хляб;1,95;1,50\n2;Сирене;12,50;11,00\n'

const columns = (price: number, headerRow = 0) => ({
  columns: { headerRow, name: 1, price, currency: null, otherPrice: null, morePrices: [] },
  defaultCurrency: 'BGN' as const,
})

afterEach(() => void vi.useRealTimers())

describe('a session without rows', () => {
  it('BULK-03 · starts idle on a device that has nothing, and does nothing that needs rows', async () => {
    const { session, last } = await startSession()
    expect(last()).toMatchObject({ phase: 'idle', fileName: null, rows: null, hasFile: false, undo: null })
    await session.readRows(columns(1), true)
    await session.detectAgain()
    await session.setDefaultCurrency('EUR')
    await session.setWanted('EUR')
    expect(await session.reopen({ delimiter: ',' })).toBeNull()
    expect(await session.columnsForHeader(0)).toBeNull()
    expect(await session.givenFile()).toBeNull()
    expect(await session.sync()).toBe(false)
    expect(last()).toMatchObject({ phase: 'idle', rows: null })
  })
})

describe('an opened file', () => {
  it('BULK-03 BULK-04 · is read at once, and shows its name while it is', async () => {
    const { shown, last, open, prices, session, device } = await startSession()
    const before = shown.length
    await open(LIST)
    expect(shown[before]).toMatchObject({
      phase: 'parsing',
      progress: 0,
      rowsRead: null,
      fileName: 'ceni.csv',
      error: null,
      rows: null,
    })
    expect(last()).toMatchObject({ phase: 'ready', error: null, fileName: 'ceni.csv', hasFile: true })
    expect(last().rows).toMatchObject({
      source: 'upload',
      columnsKnown: true,
      isEdited: false,
      counts: { totalRows: 4, validRows: 3, invalidRows: 1, emptyRows: 0, tokenCost: 3 },
      // 1.95 + 12.50 + 3.10 lev; 1.00 + 6.39 + 1.59 euro by 1.95583.
      totals: { bgn: 1755, eur: 898 },
      convertedRows: 0,
      guards: { isRemembered: false },
    })
    expect(prices()).toEqual(PRICES)
    expect((await session.rows.page(1, 1))[0]).toMatchObject({ line: 3, cells: ['Сирене', '12,50'] })
    await settled()
    expect([...device.saved.keys()].toSorted()).toEqual(['file', 'rows'])
  })

  it('BULK-04 · reports how far it is, the rows once it is opened', async () => {
    const { shown, open } = await startSession()
    await open(LIST)
    expect(shown.map(({ progress, rowsRead }) => [progress, rowsRead])).toContainEqual([0.9, 5])
  })

  it('BULK-17 · a new revision makes the page load its rows again, progress makes none', async () => {
    const { shown, open } = await startSession()
    await open(LIST)
    for (const [i, snapshot] of shown.entries()) {
      const earlier = shown[i - 1]
      if (!earlier) continue
      const isProgress = snapshot.rowsRead !== earlier.rowsRead && snapshot.phase === earlier.phase
      expect(snapshot.revision).toBe(earlier.revision + (isProgress ? 0 : 1))
    }
  })

  it('BULK-12 · its first rows come with the snapshot that it is read, and with no other', async () => {
    const { session, shown, last, open } = await startSession()
    // The lines of 50 rows: the last of them ends with a row more.
    await open(`Код;Име;Цена;Цена на едро\n${'1;Хляб;1,95;1,50\n'.repeat(60)}`)
    await session.readRows({ ...columns(2), columns: { ...columns(2).columns, morePrices: [3] } }, true)
    const { firstRows } = last()
    expect(firstRows).toEqual(await session.rows.page(0, 51))
    expect(firstRows.map(({ line }) => line).slice(-2)).toEqual([26, 27])
    await session.rows.filterRows('valid')
    expect(shown.map((snapshot) => snapshot.firstRows.length).slice(-3)).toEqual([50, 51, 0])
  })

  it('BULK-04 · with more rows than one conversion takes is shown whole, and neither changed nor converted', async () => {
    const { session, last, open, device } = await startSession()
    await open(LIST)
    await open(`Име;Цена\n${'Хляб;1,95\n'.repeat(100_001)}`)
    expect(last()).toMatchObject({
      phase: 'ready',
      rows: null,
      hasFile: false,
      large: { lines: 100_001, counts: { validRows: 100_001 }, totals: { bgn: 19_500_195, eur: 10_000_100 } },
    })
    expect(await session.largePage(100_000, 50)).toMatchObject([
      { line: 100_002, name: 'Хляб', price: '1.95' },
    ])
    expect(await session.convert({ headers: {}, owner: '', evenIfPending: false })).toEqual({
      outcome: 'not-sent',
    })
    await settled()
    expect([...device.saved.keys()]).toEqual([])
    await session.clearRows()
    expect(last()).toMatchObject({ phase: 'idle', large: null, fileName: null })
    expect(await session.largePage(0, 50)).toEqual([])
  })

  it('BULK-16 · too large for a conversion is read again in another currency, by another column, in another delimiter', async () => {
    const { session, last, open, shown } = await startSession()
    await open(`Име;Цена;Промо цена\n${'Хляб;1,95;1,00\n'.repeat(100_001)}`)
    expect(last().large?.assumptions).toEqual([{ what: 'currency', currency: 'BGN', rows: 100_001 }])
    await session.changePriceAnswers('currency')
    await session.setDefaultCurrency('EUR')
    // 1.95 euro are 3.81 lev.
    expect(last()).toMatchObject({
      phase: 'ready',
      large: { totals: { bgn: 38_100_381, eur: 19_500_195 }, inCurrency: { BGN: 0, EUR: 100_001 } },
      answers: { isCurrencySettled: true },
    })
    expect(await session.largePage(100_000, 1)).toMatchObject([{ price: '1.95', converted: 381 }])
    const { choices } = last().large!
    await session.readRows({ ...choices, columns: { ...choices.columns, price: 2 } }, true)
    expect(last().large).toMatchObject({ totals: { eur: 10_000_100 }, guards: { rivals: [{ index: 1 }] } })
    const before = last().large
    expect(await session.reopen({ encoding: 'utf-16le' })).toMatchObject({ code: 'unreadable' })
    const several = { ...choices, columns: { ...choices.columns, morePrices: [2] } }
    await expect(session.readRows(several, true)).rejects.toThrow('cannot be read so')
    // It stays as it was read.
    expect(last()).toMatchObject({ phase: 'ready', large: before, answers: { isCurrencySettled: true } })
    expect(await session.reopen({ encoding: 'utf-8', delimiter: ';' })).toBeNull()
    expect(last()).toMatchObject({
      large: { totals: { bgn: 19_500_195 }, fileChoices: { encoding: 'utf-8', delimiter: ';' } },
      answers: NO_ANSWERS,
    })
    // Progress falls only where another reading begins.
    const falls = shown.filter(({ progress }, i) => i > 0 && progress < shown[i - 1]!.progress)
    expect(falls.every(({ phase, progress }) => phase === 'parsing' && progress === 0)).toBe(true)
  })

  it('BULK-04 · larger than one conversion allows is shown whole; with two tables side by side it is rejected as too large', async () => {
    const { session, last } = await startSession()
    const row = `Хляб;1,95;${'и'.repeat(400)}\n`
    const parts = Array.from({ length: 27_000 }, () => row)
    expect(await session.open(new File(['Име;Цена;Описание\n', ...parts], 'ceni.csv'))).toBeNull()
    expect(last()).toMatchObject({ phase: 'ready', large: { lines: 27_000 }, fileName: 'ceni.csv' })
    const sideBySide = parts.map((line) => `Сол;2,00;;${line}`)
    const error = await session.open(new File(['Име;Цена;;Име;Цена;Описание\n', ...sideBySide], 'ceni.csv'))
    expect(error).toEqual({ code: 'too-big', limitBytes: 20 * 1024 * 1024 })
    expect(last()).toMatchObject({ phase: 'error', large: null })
  })

  it('BULK-04 · with two tables side by side is read up to the limit of rows, with a warning', async () => {
    const { last, open } = await startSession()
    await open(`Име;Цена;;Име;Цена\n${'Хляб;1,95;;Сол;2,00\n'.repeat(100_001)}`)
    expect(last()).toMatchObject({ large: null, rows: { counts: { validRows: 200_000 } } })
    expect(last().rows?.file?.warnings).toEqual([{ code: 'rows-cut', limit: 100_000 }])
  })

  it('BULK-04 · while it is read, another one and other choices are refused', async () => {
    const { session, last, prices } = await startSession()
    const first = session.open(new File([LIST], 'first.csv'))
    const others = [
      session.open(new File(['Име;Цена\nСол;9,00\n'], 'second.csv')),
      session.reopen({ delimiter: ',' }),
      session.readRows(columns(1), true),
      session.startManual(5),
      session.clearRows(),
      session.setWanted('EUR'),
      session.setDefaultCurrency('EUR'),
      session.detectAgain(),
    ]
    await Promise.all([first, ...others])
    expect([last().fileName, last().phase]).toEqual(['first.csv', 'ready'])
    expect(prices()).toEqual(PRICES)
  })

  it('BULK-15 · that cannot be read shows its error, with its name', async () => {
    const { session, last, device } = await startSession()
    expect(await session.open(new File(['Име;Цена\n'], 'titles.csv'))).toEqual({ code: 'no-rows' })
    expect(last()).toMatchObject({
      phase: 'error',
      error: { code: 'no-rows' },
      fileName: 'titles.csv',
      hasFile: false,
      rows: null,
    })
    await settled()
    expect(device.saved.size).toBe(0)
    await session.clearRows()
    expect(last()).toMatchObject({ phase: 'idle', error: null, fileName: null })
  })

  it('BULK-15 · of titles alone is offered where another sheet has rows, unless it was chosen', async () => {
    const { session, last } = await startSession()
    const bytes = workbook({
      празен: [['Име', 'Цена']],
      цени: [
        ['Име', 'Цена'],
        ['Хляб', '1.95'],
      ],
    })
    expect(await session.open(new File([bytes], 'ceni.xlsx'))).toBeNull()
    await session.reopen({ sheet: 'цени' })
    expect(last().rows?.counts.validRows).toBe(1)
    expect(await session.reopen({ sheet: 'празен' })).toEqual({ code: 'no-rows' })
    expect(last()).toMatchObject({ phase: 'ready', rows: { counts: { validRows: 1 } } })
  })

  it('BULK-15 · that cannot be read leaves the rows before it as they were, with answers, file and undo of clearing', async () => {
    const { session, last, open, prices, device } = await startSession()
    await open(LIST)
    await session.rows.editRow(2, { price: '2' })
    await session.changePriceAnswers('currency')
    await settled()
    const before = last()
    const saved = structuredClone(device.saved)
    expect(await session.open(new File(['Име;Цена\n'], 'titles.csv'))).toEqual({ code: 'no-rows' })
    await settled()
    expect(last()).toMatchObject({
      phase: 'ready',
      fileName: 'ceni.csv',
      rows: before.rows,
      answers: { ...NO_ANSWERS, isCurrencySettled: true },
      hasFile: true,
    })
    expect(prices()[0]).toBe('Хляб 2 BGN')
    // The same key and reading: another tab may hold the same rows.
    expect(device.saved.get('rows')).toEqual(saved.get('rows'))
    expect(device.saved.get('file')).toEqual(saved.get('file'))
    expect(await (await session.givenFile())?.text()).toBe(LIST)
  })

  it('BULK-03 · is given back as it was', async () => {
    const { session, open } = await startSession()
    await open(LIST)
    const file = await session.givenFile()
    expect([file?.name, await file?.text()]).toEqual(['ceni.csv', LIST])
  })

  it('BULK-03 · is not given back where the device has its rows alone', async () => {
    const { open, device } = await startSession()
    await open(LIST)
    device.saved.delete('file')
    const { session, last } = await startSession(device)
    expect(last()).toMatchObject({ fileName: 'ceni.csv', hasFile: false })
    expect(await session.givenFile()).toBeNull()
  })

  it('BULK-17 · replaces the rows and answers before it at once', async () => {
    const { session, last, shown, open, device } = await startSession()
    await open(LIST)
    await session.changePriceAnswers('currency')
    await settled()
    const from = shown.length
    const second = new File(['Име;Цена\nСол;9,00\n'], 'second.csv')
    let savedWhileRead: string[] = []
    second.slice = (...range) => {
      savedWhileRead = [...device.saved.keys()]
      return File.prototype.slice.apply(second, range)
    }
    await session.open(second)
    // They must not come back when reading is cancelled.
    expect(savedWhileRead).not.toContain('rows')
    expect(shown[from]).toMatchObject({ phase: 'parsing', rows: null, view: { filter: 'all', total: 0 } })
    expect(last()).toMatchObject({ fileName: 'second.csv', rows: { counts: { validRows: 1 } } })
    expect(last().answers).toEqual(NO_ANSWERS)
    await settled()
    expect(device.saved.get('rows')).toMatchObject({ facts: { file: { name: 'second.csv' } } })
    const { fileId } = device.saved.get('rows') as { fileId: string }
    expect(device.saved.get('file')).toMatchObject({ id: fileId })
  })
})

describe('other choices for a file', () => {
  it('BULK-16 · read it again, and those that cannot be leave its rows', async () => {
    const { session, last, open, prices } = await startSession()
    await open('Име,Цена\nХляб,"1,95"\nСол,"2,00"\n')
    expect(prices()).toEqual(['Хляб 1.95 BGN', 'Сол 2 BGN'])
    await session.reopen({ delimiter: ';' })
    expect(last().rows?.file?.delimiter).toBe(';')
    expect(prices()).not.toContain('Хляб 1.95 BGN')
    await session.reopen({ delimiter: ',' })
    expect(prices()).toEqual(['Хляб 1.95 BGN', 'Сол 2 BGN'])
    expect(last().phase).toBe('ready')
  })

  it('BULK-16 · keep the currency that the user chose, and which prices are wanted', async () => {
    const { session, last, open, prices } = await startSession()
    await open(LIST)
    await session.setDefaultCurrency('EUR')
    await session.setWanted('BGN')
    await session.reopen({ delimiter: ';' })
    expect(last().rows?.choices).toMatchObject({ defaultCurrency: 'EUR', wanted: 'BGN' })
    expect(prices()[0]).toBe('Хляб 1.95 EUR')
    await session.setDefaultCurrency('BGN')
    await session.setWanted(null)
    await session.reopen({ delimiter: ';' })
    expect(last().rows?.choices).not.toHaveProperty('wanted')
    expect(last().rows?.choices?.defaultCurrency).toBe('BGN')
  })

  it('READ-04 BULK-18 · another sheet may state another currency, which is taken where the user chose none', async () => {
    const { session, last } = await startSession()
    const bytes = workbook({
      лева: [
        ['Име', 'Цена'],
        ['Хляб', '1.95'],
      ],
      евро: [
        ['Всички цени са в евро', ''],
        ['Име', 'Цена'],
        ['Сол', '2.00'],
      ],
    })
    await session.open(new File([bytes], 'ceni.xlsx'))
    expect(last().rows?.choices?.defaultCurrency).toBe('BGN')
    await session.reopen({ sheet: 'евро' })
    expect(last().rows?.choices?.defaultCurrency).toBe('EUR')
    await session.setDefaultCurrency('BGN')
    await session.detectAgain()
    expect(last().rows?.choices?.defaultCurrency).toBe('EUR')
  })

  it('BULK-07 · of columns read its rows again, without the answers about other prices', async () => {
    const { session, shown, last, open, prices } = await startSession()
    await open(WIDE)
    await session.changePriceAnswers('currency')
    await session.changePriceAnswers({ settled: 2 })
    const from = shown.length
    await session.readRows(columns(3), false)
    // The file is opened: it need not be read again.
    expect(shown.slice(from).map(({ phase }) => phase)).not.toContain('parsing')
    expect(prices()).toEqual(['Хляб 1.5 BGN', 'Сирене 11 BGN'])
    expect(last().rows).toMatchObject({ columnsKnown: false, isEdited: false, choices: columns(3) })
    expect(last().answers).toEqual({ ...NO_ANSWERS, isCurrencySettled: true })
    expect(last().rows?.guards?.rivals.map(({ title }) => title)).toEqual(['Цена'])
  })

  it('BULK-07 · a header row below the detected one gives its own columns', async () => {
    const { session, last, open, prices } = await startSession()
    await open(`Списък;;;\n${WIDE}`)
    const detection = await session.columnsForHeader(2)
    expect(detection?.columns.headerRow).toBe(2)
    expect(detection?.all.map(({ title }) => title)).toEqual(['1', 'Хляб', '1,95', '1,50'])
    await session.readRows(columns(2, 2), false)
    expect(prices()).toEqual(['Сирене 12.5 BGN'])
    expect(last().rows?.file?.detection.columns.headerRow).toBe(2)
  })

  it('SHOP-02 · of columns are remembered for the user, and forgotten when the detected ones are wanted again', async () => {
    const first = await startSession(memoryDevice(), 'a@example.bg')
    await first.open(WIDE)
    await first.session.readRows(columns(3), true)
    const next = await startSession(first.device, 'a@example.bg')
    await next.open(WIDE.replace('1,50', '1,40'), 'december.csv')
    expect(next.prices()).toEqual(['Хляб 1.4 BGN', 'Сирене 11 BGN'])
    expect(next.last().rows).toMatchObject({ columnsKnown: true, guards: { isRemembered: true } })
    const other = await startSession(first.device, 'b@example.bg')
    await other.open(WIDE)
    expect(other.prices()).toEqual(['Хляб 1.95 BGN', 'Сирене 12.5 BGN'])
    await next.session.detectAgain()
    expect(next.prices()).toEqual(['Хляб 1.95 BGN', 'Сирене 12.5 BGN'])
    expect(next.last().rows?.guards?.isRemembered).toBe(false)
    await next.open(WIDE)
    expect(next.last().rows?.guards?.isRemembered).toBe(false)
  })

  it('SHOP-02 · columns that are a guess still are not remembered', async () => {
    const { session, open, device } = await startSession()
    await open(WIDE)
    await session.readRows(columns(3), false)
    expect(device.remembered.size).toBe(0)
    await session.readRows(columns(3), true)
    expect(device.remembered.get('columns')).toMatchObject({ entries: [{ columns: { price: 3 } }] })
  })
})

describe('the currency of a file', () => {
  it('BULK-12 SHOP-02 · changes rows that name none, and is remembered where it is a choice', async () => {
    const { session, last, open, prices, device } = await startSession()
    await open(LIST)
    await session.rows.editRow(2, { name: 'Питка' })
    await session.setDefaultCurrency('EUR')
    expect(prices().slice(0, 2)).toEqual(['Питка 1.95 EUR', 'Сирене 12.5 EUR'])
    // Edits stay, and can no longer be undone one by one: the states before have another currency.
    expect(last()).toMatchObject({
      undo: null,
      rows: { isEdited: true, choices: { defaultCurrency: 'EUR' } },
    })
    expect(last().rows?.inCurrency).toEqual({ BGN: 0, EUR: 3 })
    expect(device.remembered.get('columns')).toMatchObject({ entries: [{ defaultCurrency: 'EUR' }] })
    await session.setDefaultCurrency('BGN')
    expect(prices()[0]).toBe('Питка 1.95 BGN')
    expect(device.remembered.get('columns')).toMatchObject({ entries: [] })
    const next = await startSession(device)
    await next.open(LIST)
    expect(next.last().rows?.guards?.isRemembered).toBe(false)
  })

  it('READ-05 · prices in the wanted one are omitted until they are wanted no more', async () => {
    const { session, last, open } = await startSession()
    await open(LIST)
    await session.setWanted('BGN')
    expect(last()).toMatchObject({
      undo: null,
      rows: { choices: { wanted: 'BGN' }, omitted: { 'wanted-currency': 3 }, counts: { validRows: 0 } },
    })
    await session.setWanted(null)
    expect(last().rows?.choices).not.toHaveProperty('wanted')
    expect(last().rows?.omitted['wanted-currency']).toBe(0)
  })
})

describe('typed rows', () => {
  it('BULK-13 · start blank, as many as asked for, up to a hundred', async () => {
    const { session, last, open } = await startSession()
    await open(LIST)
    await session.startManual(5)
    expect(last()).toMatchObject({
      phase: 'ready',
      hasFile: false,
      rows: { source: 'manual', columnsKnown: true, isEdited: false, counts: { totalRows: 5, emptyRows: 5 } },
    })
    expect(last().rows).not.toHaveProperty('file')
    await session.startManual(101)
    expect(session.rows.store.length).toBe(100)
    expect(await session.rows.addRow()).toBeNull()
  })

  it('BULK-13 · of a file may be more than a hundred', async () => {
    const { session, open } = await startSession()
    await open(`Име;Цена\n${'Хляб;1,95\n'.repeat(100)}`)
    expect(await session.rows.addRow()).not.toBeNull()
    expect(session.rows.store.length).toBe(101)
  })

  it('CONV-10 BULK-12 · are cleared with an undo that brings back rows, file, answers and key; blank ones without', async () => {
    const { session, last, open, device, prices } = await startSession()
    await open(LIST)
    await session.changePriceAnswers({ settled: 2 })
    await settled()
    const before = device.saved.get('rows')
    await session.clearRows()
    await settled()
    expect(last()).toMatchObject({ phase: 'idle', rows: null, fileName: null, hasFile: false })
    expect(last().undo).toEqual({ what: 'clear', count: 4, id: 0, line: 0 })
    expect(await session.rows.page(0, 9)).toEqual([])
    expect(last().answers).toEqual(NO_ANSWERS)
    expect(device.saved.size).toBe(0)
    expect(await session.rows.undo()).toBeNull()
    await settled()
    expect(prices()).toEqual(PRICES)
    expect(last()).toMatchObject({ phase: 'ready', fileName: 'ceni.csv', hasFile: true })
    expect(device.saved.get('rows')).toEqual(before)
    expect(device.saved.has('file')).toBe(true)
    await session.startManual(3)
    await session.clearRows()
    expect(last().undo).toBeNull()
  })
})

describe('edits', () => {
  it('BULK-12 · mark the rows as edited, and a paste, an omission and a filter show at once', async () => {
    const { session, last, open } = await startSession()
    await open(LIST)
    await session.rows.filterRows('invalid')
    expect(last()).toMatchObject({ view: { filter: 'invalid', total: 1 }, rows: { isEdited: false } })
    await session.rows.editRow(4, { price: '2' })
    expect(last().rows).toMatchObject({ isEdited: true, counts: { validRows: 4, invalidRows: 0 } })
    expect(last().undo).toEqual({ what: 'edit', count: 1, id: 4, line: 4 })
    await session.rows.undo()
    expect(last().rows?.counts.validRows).toBe(3)
  })

  it('BULK-12 · a cell that is typed as it was is no edit, and its rows keep their key', async () => {
    const { session, last, open, device } = await startSession()
    await open(LIST)
    await settled()
    const key = () => (device.saved.get('rows') as { conversionKey: string }).conversionKey
    const before = key()
    await session.rows.typeRow(2, { price: '1.9' })
    await settled()
    expect(key()).not.toBe(before)
    expect(last().rows?.isEdited).toBe(true)
    await session.rows.typeRow(2, { price: '1.95' })
    await settled()
    expect([key(), last().rows?.isEdited]).toEqual([before, false])
  })

  it('READ-10 · answers are shown and saved', async () => {
    const { session, last, open, device } = await startSession()
    await open(LIST)
    await session.changePriceAnswers({ typedPoint: [2, '1.950'] })
    await session.changePriceAnswers({ settled: 3 })
    await session.changePriceAnswers('currency')
    const answers = { settled: [3], typedPoints: [[2, '1.950']], isCurrencySettled: true }
    expect(last().answers).toEqual(answers)
    await settled()
    expect(device.saved.get('rows')).toMatchObject({ answers })
  })
})

describe('a reload', () => {
  it('BULK-12 · restores rows, marks, answers, key and file, whose cells come when it is opened', async () => {
    const first = await startSession()
    await first.open(`${LIST}Общо;17,55\n`)
    await first.session.rows.editRow(2, { price: '1x', problem: 'not-a-price', isTyped: true })
    await first.session.changePriceAnswers({ settled: 3 })
    await settled()
    const kept = structuredClone(first.device.saved)
    const { session, last, prices, device } = await startSession(first.device)
    expect(last()).toMatchObject({ phase: 'ready', fileName: 'ceni.csv', hasFile: true })
    expect(last().rows).toEqual(first.last().rows)
    expect(last().answers).toEqual(first.last().answers)
    expect(prices()).toEqual(first.prices())
    const before = last().revision
    const page = await session.rows.page(0, 9)
    const withoutCells = (await first.session.rows.page(0, 9)).map((row) => ({ ...row, cells: [] }))
    expect(page).toEqual(withoutCells)
    expect(page[0]).toMatchObject({ problem: 'not-a-price', isTypedProblem: true })
    await vi.waitFor(() => expect(last().revision).toBeGreaterThan(before))
    expect((await session.rows.page(1, 1))[0]?.cells).toEqual(['Сирене', '12,50'])
    await session.changePriceAnswers('currency')
    await settled()
    const { answers: _, ...rows } = device.saved.get('rows') as Record<string, unknown>
    const { answers: __, ...earlier } = kept.get('rows') as Record<string, unknown>
    expect(rows).toEqual(earlier)
  })

  it('BULK-07 · the restored file is read with other columns, and shows that it is', async () => {
    const first = await startSession()
    await first.open(WIDE)
    await settled()
    const { session, shown, prices, last } = await startSession(first.device)
    const from = shown.length
    await session.readRows(columns(3), true)
    expect(shown.slice(from).map(({ phase }) => phase)).toEqual(expect.arrayContaining(['parsing', 'ready']))
    expect(prices()).toEqual(['Хляб 1.5 BGN', 'Сирене 11 BGN'])
    expect(last().phase).toBe('ready')
  })

  it('BULK-12 · without the file the rows stay, but cannot be read again', async () => {
    const first = await startSession()
    await first.open(WIDE)
    await settled()
    first.device.saved.delete('file')
    const { session, prices, last } = await startSession(first.device)
    expect(last()).toMatchObject({ phase: 'ready', fileName: 'ceni.csv', hasFile: false })
    await session.readRows(columns(3), true)
    await session.detectAgain()
    await session.setDefaultCurrency('EUR')
    expect(prices()).toEqual(['Хляб 1.95 BGN', 'Сирене 12.5 BGN'])
    expect(await session.columnsForHeader(0)).toBeNull()
    expect((await session.rows.page(0, 1))[0]).toMatchObject({ fullName: 'Хляб', cells: [] })
  })

  it('BULK-12 · a file of other rows is deleted from the device', async () => {
    const first = await startSession()
    await first.open(WIDE)
    await settled()
    first.device.saved.delete('rows')
    const { last, device } = await startSession(first.device)
    expect(last()).toMatchObject({ phase: 'idle', hasFile: false })
    expect(device.saved.size).toBe(0)
  })

  it('BULK-12 · of rows that an earlier version saved has no answers, and continues its conversions', async () => {
    const first = await startSession()
    await first.open(WIDE)
    await settled()
    const { answers: _, readingId: __, ...rows } = first.device.saved.get('rows') as Record<string, unknown>
    first.device.saved.set('rows', rows)
    const { session, last, device } = await startSession(first.device)
    expect(last().answers).toEqual(NO_ANSWERS)
    await session.changePriceAnswers('currency')
    await settled()
    expect(device.saved.get('rows')).toMatchObject({ readingId: rows['conversionKey'] })
  })
})

describe('saving', () => {
  const many = `Име;Цена\n${'Хляб;1,95\n'.repeat(2001)}`
  const few = `Име;Цена\n${'Хляб;1,95\n'.repeat(2000)}`

  it('BULK-12 · of many rows waits a moment, and longer while they are edited', async () => {
    const { session, open, device } = await startSession()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await open(many)
    await vi.advanceTimersByTimeAsync(19)
    expect(device.saved.has('rows')).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(device.saved.has('rows')).toBe(true)
    await session.rows.editRow(2, { price: '2' })
    await vi.advanceTimersByTimeAsync(399)
    const saved = () => (device.saved.get('rows') as { rows: { price: string }[] }).rows[0]?.price
    expect(saved()).toBe('1.95')
    // Typing goes on.
    await session.rows.editRow(2, { price: '3' })
    await vi.advanceTimersByTimeAsync(399)
    expect(saved()).toBe('1.95')
    await vi.advanceTimersByTimeAsync(1)
    expect(saved()).toBe('3')
  })

  it('BULK-12 · of few rows does not wait', async () => {
    const { open, device } = await startSession()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await open(few)
    await vi.advanceTimersByTimeAsync(0)
    expect(device.saved.has('rows')).toBe(true)
  })

  it('BULK-12 · the rows of another tab are not deleted with one’s own', async () => {
    const mine = await startSession()
    await mine.open(LIST)
    await settled()
    const other = await startSession(mine.device)
    await other.open(WIDE, 'other.csv')
    await settled()
    await mine.session.clearRows()
    await settled()
    expect(mine.device.saved.get('rows')).toMatchObject({ facts: { file: { name: 'other.csv' } } })
    const { fileId } = mine.device.saved.get('rows') as { fileId: string }
    expect(mine.device.saved.get('file')).toMatchObject({ id: fileId })
  })

  it('BULK-12 · rows that were restored are deleted with what the device has of them', async () => {
    const { open, device } = await startSession()
    await open(LIST)
    await settled()
    const { session } = await startSession(device)
    await session.clearRows()
    await settled()
    expect(device.saved.size).toBe(0)
  })

  it('BULK-12 · rows that are cleared while they are saved leave nothing, and are saved again once they are back', async () => {
    const { session, open, device } = await startSession()
    await open(LIST)
    await session.clearRows()
    await settled()
    expect(device.saved.size).toBe(0)
    await session.rows.undo()
    await settled()
    expect([device.saved.has('rows'), device.saved.has('file')]).toEqual([true, true])
  })

  it('BULK-12 · the file is saved once, and again where it was not', async () => {
    const { session, open, device } = await startSession()
    await open(LIST)
    await settled()
    device.saved.delete('file')
    await session.rows.editRow(2, { price: '2' })
    await settled()
    expect(device.saved.has('file')).toBe(false)
    await session.clearRows()
    await session.rows.undo()
    await settled()
    expect(device.saved.has('file')).toBe(true)
  })
})
