import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { startSession } from '#test/bulk-session.ts'
import { memoryDevice } from '#test/device-records.ts'
import { zip } from '#test/fixtures/catalogues/zips.ts'
import { AMBIGUOUS, LIST, OTHER, RETURNED, given, manyLists, statesOf } from '#test/many-lists.ts'

const { convert, device, options, packed, site, tokens } = manyLists()

describe('FILE-07 · a list that is shown alone', () => {
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')

  it('FILE-07 · keeps the answers that were given there, and not those about another file', async () => {
    const session = device().open()
    await session.open(given({ '1.csv': AMBIGUOUS, '2.csv': LIST }))
    const before = session.snapshot().lists[0]!.reading!.how
    const how = { ...before, rows: { ...before.rows, ambiguous: 'decimal' as const } }
    await session.showAlone(0)
    await session.showAll({ how, hash: hash(LIST) })
    expect(session.snapshot().lists[0]?.state).toBe('asks')
    await session.showAlone(0)
    await session.showAll({ how, hash: hash(AMBIGUOUS) })
    expect(session.snapshot().lists[0]).toMatchObject({ state: 'ready', reading: { totals: { bgn: 458 } } })
    await session.showAlone(0)
    await session.showAll()
    expect(session.snapshot().lists[0]).toMatchObject({ state: 'ready', reading: { totals: { bgn: 458 } } })
  })

  it('FILE-07 · is converted with the others once it was judged', async () => {
    const session = device().open()
    await session.open(given({ '1.csv': 'Име;Цена лв.\nПлик;0,005\nХляб;1,95\n' }))
    expect(session.snapshot().lists[0]).toMatchObject({
      state: 'asks',
      reading: { questions: [{ what: 'review', why: 'zero' }] },
    })
    await session.showAlone(0)
    await session.showAll()
    expect(session.snapshot().lists[0]).toMatchObject({ state: 'asks', isSeen: true })
    await session.answer(0, { reviewed: true })
    expect(await convert(session)).toMatchObject({ outcome: 'done', balance: 13 })
    expect((await packed(session)).files[0]?.[1]).toContain('Хляб;1,95;1,00')
  })

  /** Opens a list alone, as the page does. */
  async function alone(text: string, name = '1.csv') {
    const tab = await startSession(memoryDevice(), site.user.email)
    await tab.open(text, name)
    const convertAlone = async (first?: number) => {
      const rest = { delayMs: 0, evenIfPending: false, ...(first !== undefined && { first }) }
      await tab.session.convert({ ...options(), ...rest })
      const source = await tab.session.results.convertedSource()
      return { results: tab.last().results!, source }
    }
    return { ...tab, convertAlone }
  }

  it('FILE-07 CONV-11 · that is answered, changed and converted there is converted, and comes back so with the others', async () => {
    const { open } = device()
    const session = open()
    await session.open(given({ '1.csv': AMBIGUOUS, '2.csv': LIST }))
    await session.showAlone(0)
    const { session: bulk, last, convertAlone } = await alone(AMBIGUOUS)
    await bulk.readRows({ ...last().rows!.choices!, ambiguous: 'decimal' }, true)
    await bulk.rows.editRow(2, { price: '5.00' })
    await session.takeConverted(await convertAlone())
    expect(await tokens()).toBe(13)
    await session.showAll()
    expect(session.snapshot()).toMatchObject({
      owner: site.user.email,
      opened: null,
      // 5.00 and 2.89 lev; 2.56 and 1.48 euro.
      lists: [
        { state: 'converted', isLeft: false, reading: { totals: { bgn: 789, eur: 404 } } },
        { state: 'ready' },
      ],
    })
    const after = open()
    await after.start()
    expect(await convert(after)).toMatchObject({ outcome: 'done', balance: 11 })
    expect(await tokens()).toBe(11)
    expect((await packed(after)).files).toEqual([
      ['1.csv', 'Име;Цена лв.;Цена евро\nХляб;5.00;2.56\nМляко;2.890;1.48\n'],
      ['2.csv', RETURNED],
    ])
  })

  it('FILE-07 CONV-11 · of which the first prices are converted there is left out, and converted with the rest', async () => {
    const session = device().open()
    await session.open(given({ '1.csv': LIST, '2.csv': OTHER }))
    await session.showAlone(0)
    const { convertAlone } = await alone(LIST)
    await session.takeConverted(await convertAlone(1))
    expect(session.snapshot().lists[0]).toMatchObject({ state: 'ready', isLeft: true, partly: 1 })
    const whole = await convertAlone()
    expect(whole.source?.parts.map(({ ids }) => ids)).toEqual([[2], [3]])
    await session.takeConverted(whole)
    await session.showAll()
    expect(session.snapshot().lists[0]).toMatchObject({ state: 'converted', partly: undefined })
    expect(await tokens()).toBe(13)
    expect((await packed(session)).files).toEqual([['1.csv', RETURNED]])
  })

  it('FILE-07 CONV-11 · does not get the conversion of another file, and that of another list of its archive is that list’s', async () => {
    const archive = zip([
      { name: 'a.csv', content: Buffer.from(LIST) },
      { name: 'b.csv', content: Buffer.from(OTHER) },
    ])
    const session = device().open()
    await session.open(given({ '1.csv': LIST, 'p.zip': archive }))
    await session.showAlone(0)
    const other = await alone(OTHER)
    await session.takeConverted(await other.convertAlone())
    await session.showAll()
    const tab = await startSession(memoryDevice(), site.user.email)
    await tab.session.open(new File([archive], 'p.zip'))
    await tab.session.reopen({ sheet: 'b.csv' })
    await tab.session.convert({ ...options(), delayMs: 0, evenIfPending: false })
    const done = { results: tab.last().results!, source: await tab.session.results.convertedSource() }
    await session.showAlone(1)
    await session.takeConverted(done)
    expect(Object.values(statesOf(session))).toEqual(['ready', 'ready', 'converted'])
    await session.showAll()
    expect((await packed(session)).files).toEqual([
      ['a.csv', LIST],
      ['b.csv', RETURNED.replace('1,95;1,00', '2,95;1,51')],
    ])
  })
})
