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
