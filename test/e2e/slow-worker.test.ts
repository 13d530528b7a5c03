import { describe, expect, it } from 'vitest'
import { storedOnDevice } from './stored-records.ts'
import { countsOf, csvFile, type Visitor, startApp, startTypedRows, eventually, upload } from './steps.ts'

const app = startApp()

const texts = {
  price: (line: number) => `Цена, ред ${line}`,
  clear: 'Да се изчистят ли редовете?',
  letters: 'Буквите не се четат правилно?',
  encoding: 'Кодировка',
  reread: 'Да се прочете ли файлът отново?',
  undo: 'Отмяна на промяната в ред 2',
}

/** Delay of every worker message, in ms; the order is kept. Simulates a large list on a slow machine. */
const MESSAGE_DELAY_MS = 400

describe('slow worker', () => {
  const priceOf = ({ page }: Visitor, line: number) => page.getByLabel(texts.price(line), { exact: true })
  const button = ({ page }: Visitor, name: string | RegExp) => page.getByRole('button', { name, exact: true })

  async function slowUser(): Promise<Visitor> {
    const user = await app.user('bg')
    await user.context.addInitScript((ms) => {
      Worker.prototype.addEventListener = function (
        type: string,
        listener: EventListenerOrEventListenerObject,
      ) {
        const late = (event: Event) =>
          setTimeout(() => {
            if (typeof listener === 'function') listener.call(this, event)
          }, ms)
        EventTarget.prototype.addEventListener.call(this, type, type === 'message' ? late : listener)
      }
    }, MESSAGE_DELAY_MS)
    return user
  }

  const withFile = async (): Promise<Visitor> => {
    const user = await slowUser()
    await upload(user, csvFile('prices.csv', 'Име,Цена\nХляб,1.95\nСирене,12.50\n'))
    await priceOf(user, 2).fill('7.77')
    return user
  }

  it('BULK-12 CONV-01 · the last typed price is converted', async () => {
    const user = await slowUser()
    const { words, go, page } = user
    await go('/converter?mode=bulk')
    await startTypedRows(user)
    await priceOf(user, 1).fill('10')
    // The click moves the focus out of the cell, which commits its edit.
    await button(user, words.convertAll).click()
    await button(user, words.accept).click()
    await button(user, words.confirm).click()
    await eventually(() => page.getByTestId('job-rows').innerText()).toContain('10')
  })

  /** Expects that the edit is stored and survives a reload. */
  async function expectEditStored(visitor: Visitor) {
    const { page } = visitor
    await eventually(async () => JSON.stringify(await storedOnDevice(page, 'rows'))).toContain('7.77')
    await page.reload()
    await eventually(() => priceOf(visitor, 2).inputValue()).toBe('7,77')
    expect(await countsOf(page)).toEqual([2, 0, 0])
  }

  it('BULK-12 · removing the file asks for confirmation when the last edit is not stored yet', async () => {
    const user = await withFile()
    await button(user, user.words.remove).click()
    await user.page.getByRole('dialog', { name: texts.clear }).waitFor()
    await button(user, user.words.cancel).click()
    await expectEditStored(user)
  })

  it('BULK-12 BULK-16 · reading the file again asks for confirmation when the last edit is not stored yet', async () => {
    const user = await withFile()
    await user.page.locator('summary', { hasText: texts.letters }).click()
    const encoding = user.page.getByLabel(texts.encoding)
    await encoding.focus()
    await encoding.selectOption('windows-1251')
    await user.page.getByRole('dialog', { name: texts.reread }).waitFor()
    await button(user, user.words.cancel).click()
    await expectEditStored(user)
  })

  it('BULK-12 · leaving a cell twice creates one undo step', async () => {
    const user = await withFile()
    await priceOf(user, 2).evaluate((cell: HTMLInputElement) => {
      cell.blur()
      cell.focus()
      cell.blur()
    })
    await button(user, texts.undo).click()
    await eventually(() => priceOf(user, 2).inputValue()).toBe('1,95')
    await eventually(() => button(user, texts.undo).count()).toBe(0)
  })

  it('BULK-12 · a price changed back to its former value shows and stores that value', async () => {
    const user = await withFile()
    const price = priceOf(user, 2)
    await price.blur()
    await price.fill('1.95')
    await price.blur()
    await eventually(async () => JSON.stringify(await storedOnDevice(user.page, 'rows'))).not.toContain(
      '7.77',
    )
    await eventually(() => button(user, texts.undo).count()).toBe(1)
    await eventually(() => price.inputValue()).toBe('1,95')
    await user.page.reload()
    await eventually(() => price.inputValue()).toBe('1,95')
  })

  it('BULK-12 · an edit that is undone at once is no longer shown', async () => {
    const user = await withFile()
    await priceOf(user, 3).fill('8.88')
    // The click ends the typing, which the button may not know of yet, and undoes it.
    await eventually(() => button(user, /^Отмяна на /).count()).toBe(1)
    await button(user, /^Отмяна на /).click()
    await eventually(() => priceOf(user, 3).inputValue()).toBe('12,50')
    expect(await priceOf(user, 2).inputValue()).toBe('7,77')
  })
})
