import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { plantedPairs } from '#test/planted-pairs.ts'
import { runTool } from '#test/system-tool.ts'
import { accessibilityViolations } from './accessibility.ts'
import { button, CHECK_WORDS, checkFile, listOf, openCheck, plain } from './check-page.ts'
import { shown } from './reference.ts'
import { startApp } from './steps.ts'
import { LANGS } from './words.ts'

const app = startApp()

describe.each(LANGS)('the result of a check to be shared, in %s', (lang) => {
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
