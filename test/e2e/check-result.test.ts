import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { describe, expect } from 'vitest'
import { plantedPairs } from '#test/planted-pairs.ts'
import { runTool } from '#test/system-tool.ts'
import { accessibilityViolations } from './accessibility.ts'
import { button, CHECK_WORDS, checkFile, chooseFile, listOf, openCheck, plain } from './check-page.ts'
import { shown } from './reference.ts'
import { csvFile, startApp } from './steps.ts'
import { inTurn, LANGS } from './words.ts'

const app = startApp()

const TEXTS = {
  bg: {
    levOnly: 'Ако цените са само в лева, няма какво да се сравни.',
    euroOnly: 'Ако цените са само в евро, няма какво да се сравни.',
    toConverter: 'Отворете файла в конвертора',
  },
  en: {
    levOnly: 'If the prices are in lev only, there is nothing to compare.',
    euroOnly: 'If the prices are in euro only, there is nothing to compare.',
    toConverter: 'Open the file in the converter',
  },
}

describe.each(LANGS)('the result of a check to be shared, in %s', (lang) => {
  const it = inTurn(lang)

  const texts = CHECK_WORDS[lang]

  it('CHECK-03 · the result is shared as a picture, with the name of the file only if it stays ticked', async () => {
    const visitor = await app.visitor(lang)
    const { page } = visitor
    await openCheck(visitor)
    await button(visitor, texts.sample).click()
    await button(visitor, texts.share).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('img').waitFor()
    expect(plain((await dialog.getByRole('img').getAttribute('aria-label')) ?? '')).toContain(texts.sampleOff)
    expect(await accessibilityViolations(page, 'the picture')).toEqual([])
    const save = async () => {
      const [file] = await Promise.all([page.waitForEvent('download'), button(visitor, texts.save).click()])
      return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
    }
    const named = await save()
    expect(named.name).toBe(`${texts.sampleFile.replace('.csv', '')}-${texts.suffix}.png`)
    expect(named.bytes.subarray(1, 4).toString()).toBe('PNG')
    expect([named.bytes.readUInt32BE(16), named.bytes.readUInt32BE(20)]).toEqual([2400, 1260])
    await dialog.getByRole('checkbox', { name: texts.named }).uncheck()
    const unnamed = await save()
    expect(unnamed.name).toBe(`levro-${texts.suffix}.png`)
    expect(unnamed.bytes.equals(named.bytes)).toBe(false)
    expect(await button(visitor, texts.shareFile).count()).toBe(0)
  })

  it('CHECK-01 · a file with prices in one currency is opened in the converter by one press', async () => {
    const visitor = await app.visitor(lang)
    const { page, words } = visitor
    const list = csvFile('само.csv', 'Стока;Цена в лева\nХляб;1,96\nСирене;12,50\n')
    await checkFile(visitor, list, texts.columns)
    await page.getByText(TEXTS[lang].levOnly).waitFor()
    expect(await accessibilityViolations(page, 'prices in lev only')).toEqual([])
    await page.getByRole('link', { name: TEXTS[lang].toConverter, exact: true }).click()
    await page.getByRole('heading', { name: words.ready }).waitFor()
    await page.getByText('само.csv').first().waitFor()
    // A file whose columns for euro are empty has nothing to compare either.
    await chooseFile(visitor, csvFile('a.csv', 'Стока;Цена лв.;Цена €\nХляб;1,96;\nСирене;12,50;\n'))
    await page.getByText(TEXTS[lang].levOnly).waitFor()
    await chooseFile(visitor, csvFile('b.csv', 'Стока;Цена в евро\nХляб;1,00\nСирене;6,39\n'))
    await page.getByText(TEXTS[lang].euroOnly).waitFor()
  })

  it('CHECK-03 · the protocol has the fingerprint of the file, the figures and the wrong pairs', async () => {
    const visitor = await app.visitor(lang)
    const { page } = visitor
    const list = listOf(plantedPairs(400, { 20: 1, 300: -12 }))
    await checkFile(visitor, list, texts.off('2', '400'))
    const [file] = await Promise.all([page.waitForEvent('download'), button(visitor, texts.protocol).click()])
    expect(file.suggestedFilename()).toBe(`${texts.file}.pdf`)
    const text = plain(await runTool('pdftotext', '-layout', await file.path(), '-'))
    expect(text).toContain(texts.protocolTitle)
    expect(text).toContain(texts.off('2', '400'))
    expect(text).toContain('list.csv')
    expect(text.replaceAll(' ', '')).toContain(createHash('sha256').update(list.buffer).digest('hex'))
    for (const part of ['Стока № 21', 'Стока № 301', shown('0.12', lang)]) expect(text).toContain(part)
  })

  it('CHECK-03 · where the device shares files the picture goes to its list of programs', async () => {
    const visitor = await app.visitor(lang)
    const { page } = visitor
    await page.addInitScript(() => {
      navigator.canShare = (data) => (data?.files?.length ?? 0) > 0
      navigator.share = async (data) => {
        const [file] = data?.files ?? []
        document.documentElement.dataset['shared'] = `${data?.title} ${file?.type} ${file?.name}`
      }
    })
    await openCheck(visitor)
    await button(visitor, texts.sample).click()
    await button(visitor, texts.share).click()
    await button(visitor, texts.shareFile).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const name = `${texts.sampleFile.replace('.csv', '')}-${texts.suffix}.png`
    expect(plain((await page.locator('html').getAttribute('data-shared')) ?? '')).toBe(
      `${texts.sampleOff} image/png ${name}`,
    )
  })
})
