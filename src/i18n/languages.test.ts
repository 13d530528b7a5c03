import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LANGS } from './language.ts'

const ROOT = new URL('../../', import.meta.url)

const readJson = (path: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(path, ROOT), 'utf8')) as Record<string, unknown>

test('ROUTE-02 · every language is compiled, has every message, and a picture for shared links', () => {
  expect(readJson('project.inlang/settings.json')['locales']).toEqual([...LANGS])
  // A missing message would silently be shown in the first language.
  const [first, ...others] = LANGS.map((lang) => Object.keys(readJson(`messages/${lang}.json`)).sort())
  for (const keys of others) expect(keys).toEqual(first)
  expect(LANGS.filter((lang) => !existsSync(new URL(`public/social/${lang}.png`, ROOT)))).toEqual([])
})

test.each(LANGS)(
  'ROUTE-02 · no message of %s is written twice: the later one would replace the other',
  (lang) => {
    const text = readFileSync(new URL(`messages/${lang}.json`, ROOT), 'utf8')
    const keys = Array.from(text.matchAll(/^ {2}"(\w+)":/gm), ([, key]) => key)
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([])
    expect(keys.length).toBeGreaterThan(1000)
  },
)
