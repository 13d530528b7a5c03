import { describe, expect, it } from 'vitest'
import { keptOnDevice } from './stored-records.ts'
import { countsOf, csvFile, type Person, stage, eventually, upload } from './steps.ts'
import { LANGS } from './words.ts'

const theatre = stage()

const SAID = {
  bg: {
    price: (line: number) => `Цена, ред ${line}`,
    clear: 'Да се изчистят ли редовете?',
    encoding: 'Кодировка',
    reread: 'Да се прочете ли файлът отново?',
    undo: 'Отмяна на промяната в ред 2',
  },
  en: {
    price: (line: number) => `Price, row ${line}`,
    clear: 'Clear the rows?',
    encoding: 'Encoding',
    reread: 'Read the file again?',
    undo: 'Undo the change in row 2',
  },
}

/** As with a large catalogue on an old machine: what the workbench says comes in its order, but late. */
const ANSWERS_AFTER_MS = 400

describe.each(LANGS)('slow worker, in %s', (lang) => {
  const said = SAID[lang]
  const priceOf = ({ page }: Person, line: number) => page.getByLabel(said.price(line), { exact: true })
  const button = ({ page }: Person, name: string | RegExp) => page.getByRole('button', { name, exact: true })

  async function someone(): Promise<Person> {
    const person = await theatre.member(lang)
    await person.context.addInitScript((ms) => {
      Worker.prototype.addEventListener = function (type: string, heard: EventListenerOrEventListenerObject) {
        const late = (event: Event) =>
          setTimeout(() => {
            if (typeof heard === 'function') heard.call(this, event)
          }, ms)
        EventTarget.prototype.addEventListener.call(this, type, type === 'message' ? late : heard)
      }
    }, ANSWERS_AFTER_MS)
    return person
  }

  const withFile = async (): Promise<Person> => {
    const person = await someone()
    await upload(person, csvFile('prices.csv', 'Име,Цена\nХляб,1.95\nСирене,12.50\n'))
    await priceOf(person, 2).fill('7.77')
    return person
  }

  it('BULK-12 CONV-01 · the last typed price is converted', async () => {
    const person = await someone()
    const { words, go, page } = person
    await go('/converter?mode=bulk')
    await button(person, words.manual).click()
    await priceOf(person, 1).fill('10')
    // The click moves the focus out of the cell, which commits its edit.
    await button(person, words.convertAll).click()
    await button(person, words.accept).click()
    await button(person, words.confirm).click()
    await eventually(() => page.getByTestId('job-rows').innerText()).toContain('10')
  })

  /** The input is stored, and survives a reload. */
  async function staysTyped(person: Person) {
    const { page } = person
    await eventually(async () => JSON.stringify(await keptOnDevice(page, 'rows'))).toContain('7.77')
    await page.reload()
    await eventually(() => priceOf(person, 2).inputValue()).toBe('7.77')
    expect(await countsOf(page)).toEqual([2, 0, 0])
  }

  it('BULK-12 · removing the file asks for confirmation when the last edit is not stored yet', async () => {
    const person = await withFile()
    await button(person, person.words.remove).click()
    await person.page.getByRole('dialog', { name: said.clear }).waitFor()
    await button(person, person.words.cancel).click()
    await staysTyped(person)
  })

  it('BULK-12 BULK-16 · reading the file again asks for confirmation when the last edit is not stored yet', async () => {
    const person = await withFile()
    const encoding = person.page.getByLabel(said.encoding)
    await encoding.focus()
    await encoding.selectOption('windows-1251')
    await person.page.getByRole('dialog', { name: said.reread }).waitFor()
    await button(person, person.words.cancel).click()
    await staysTyped(person)
  })

  it('BULK-12 · leaving a cell twice creates one undo step', async () => {
    const person = await withFile()
    await priceOf(person, 2).evaluate((cell: HTMLInputElement) => {
      cell.blur()
      cell.focus()
      cell.blur()
    })
    await button(person, said.undo).click()
    await eventually(() => priceOf(person, 2).inputValue()).toBe('1.95')
    await eventually(() => button(person, said.undo).count()).toBe(0)
  })

  it('BULK-12 · a price changed back to its former value shows and stores that value', async () => {
    const person = await withFile()
    const price = priceOf(person, 2)
    await price.blur()
    await price.fill('1.95')
    await price.blur()
    await eventually(async () => JSON.stringify(await keptOnDevice(person.page, 'rows'))).not.toContain(
      '7.77',
    )
    await eventually(() => button(person, said.undo).count()).toBe(1)
    await eventually(() => price.inputValue()).toBe('1.95')
    await person.page.reload()
    await eventually(() => price.inputValue()).toBe('1.95')
  })

  it('BULK-12 · an edit that is undone at once is no longer shown', async () => {
    const person = await withFile()
    await priceOf(person, 3).fill('8.88')
    // There is a step to undo; clicking its button commits the next one.
    await eventually(() => button(person, said.undo).count()).toBe(1)
    await button(person, /^(?:Отмяна на|Undo) /).click()
    await eventually(() => priceOf(person, 3).inputValue()).toBe('12.50')
    expect(await priceOf(person, 2).inputValue()).toBe('7.77')
  })
})
