import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openKeyValues } from './key-values.ts'

// IndexedDB as specified, in memory: the browser tests use that of Chromium.
beforeEach(() => void vi.stubGlobal('indexedDB', new IDBFactory()))
afterEach(() => void vi.unstubAllGlobals())

it('CONV-10 · values are kept as they were saved, until they are undefined or all are cleared', async () => {
  const values = openKeyValues('site', 'drafts')
  const draft = { rows: ['Хляб'], at: new Date(0) }
  await values.set('draft', draft)
  draft.rows.push('Мляко')
  expect(await values.get('draft')).toEqual({ rows: ['Хляб'], at: new Date(0) })
  await values.set('draft', undefined)
  expect(await values.get('draft')).toBeUndefined()
  await values.set('one', 1)
  await values.set('two', 2)
  await values.clear()
  expect([await values.get('one'), await values.get('two')]).toEqual([undefined, undefined])
})

it('CONV-10 · values outlive the page, and are those of their database alone', async () => {
  await openKeyValues('site', 'drafts').set('draft', 'of the site')
  expect(await openKeyValues('site', 'drafts').get('draft')).toBe('of the site')
  expect(await openKeyValues('another', 'drafts').get('draft')).toBeUndefined()
})

it('CONV-10 · of several updates at once each sees what the one before saved', async () => {
  const [here, there] = [openKeyValues('site', 'drafts'), openKeyValues('site', 'drafts')]
  const add = (saved: unknown) => (typeof saved === 'number' ? saved : 0) + 1
  await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? here : there).update('count', add)))
  expect(await here.get('count')).toBe(20)
  await there.update('count', () => undefined)
  expect(await here.get('count')).toBeUndefined()
})

it('CONV-10 · an update that returns the same value writes nothing', async () => {
  const values = openKeyValues('site', 'drafts')
  await values.set('draft', { rows: 1 })
  await values.update('draft', (saved) => {
    Object.assign(saved as object, { rows: 2 })
    return saved
  })
  expect(await values.get('draft')).toEqual({ rows: 1 })
})

it('CONV-10 · without storage a call fails, and the next opens it again', async () => {
  const open = vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => {
    throw new DOMException('private mode', 'SecurityError')
  })
  const values = openKeyValues('site', 'drafts')
  await expect(values.set('draft', 1)).rejects.toThrow('private mode')
  await values.set('draft', 2)
  expect([await values.get('draft'), open.mock.calls.length]).toEqual([2, 2])
})
