import { describe, expect } from 'vitest'
import { named } from './files.ts'
import { askToConvert, csvFile, startApp, upload } from './steps.ts'
import { inTurn, LANGS } from './words.ts'

const app = startApp()

const TEXTS = {
  bg: {
    kept: 'Други колони с цени, които не се превалутират: „Стара цена“ (стара), „Цена на доставка“.',
    replaced:
      'Ако после изберете новите цени да заместят старите, те остават, каквито са, освен ако се пресмятат от тях с формули: в ценовата листа ще има цени и в двете валути.',
    shared:
      'Новите цени няма как да заместят старите, защото колоната с валутата е и за други цени: те идват в нова колона.',
    replace: 'На мястото на старите',
    after: '„Стара цена“ и „Цена на доставка“ не са превалутирани: цените в тях остават, каквито са били.',
  },
  en: {
    kept: 'Other columns with prices that are not converted: “Стара цена” (old), “Цена на доставка”.',
    replaced:
      'If you later choose to replace the old prices with the new ones, they stay as they are, unless formulas work them out from those: the list will have prices in both currencies.',
    shared:
      'The new prices cannot replace the old ones, as other prices share the column of currencies: they get a column of their own.',
    replace: 'In place of the old ones',
    after: '“Стара цена” and “Цена на доставка” were not converted: their prices stay as they were.',
  },
}

const LIST = csvFile(
  'ceni.csv',
  'Име;Цена, лв.;Стара цена;Цена на доставка\nХляб;1,95;2,50;4,00\nЧай;3,10;3,90;4,00\n',
)

const offer = (name: string, price: string, old: string) =>
  `<offer id="${price}"><name>${name}</name><price>${price}</price><oldprice>${old}</oldprice><currencyId>BGN</currencyId></offer>`

const FEED = named(
  'feed.xml',
  Buffer.from(
    `<yml_catalog><shop><offers>${offer('Хляб', '1.95', '2.50')}${offer('Чай', '3.10', '3.90')}</offers></shop></yml_catalog>`,
  ),
)

describe.each(LANGS)('prices that are not converted, in %s', (lang) => {
  const it = inTurn(lang)
  const texts = TEXTS[lang]

  it('READ-02 CONV-08 · old and delivery prices that are not replaced are named before the payment', async () => {
    const user = await app.user(lang, 10)
    const { page, words } = user
    await upload(user, LIST)
    expect(await page.getByTestId('rivals').locator('p').innerText()).toBe(texts.kept)
    expect(await page.getByTestId('replaced').innerText()).toBe(texts.replaced)
    await askToConvert(user)
    expect(await page.getByRole('dialog').innerText()).toContain(`${texts.kept} ${texts.replaced}`)
    await page.getByRole('button', { name: words.confirm }).click()
    await page.getByRole('heading', { name: words.results }).waitFor()
    await page.getByRole('radio', { name: texts.replace }).check()
    await page.getByText(texts.after).waitFor()
  })

  it('FILE-03 CONV-08 · that nothing can be replaced in a feed with old prices is said before the payment', async () => {
    const user = await app.user(lang, 10)
    const { page } = user
    await upload(user, FEED)
    expect(await page.getByTestId('replaced').innerText()).toBe(texts.shared)
    await askToConvert(user)
    expect(await page.getByRole('dialog').innerText()).toContain(texts.shared)
  })
})
