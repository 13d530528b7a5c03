import { describe, expect, it } from 'vitest'
import { LANGS } from '#i18n/language.ts'
import { FILE_WARNINGS } from './file-warnings.ts'
import { openapiDocument } from './openapi.ts'

const CODES = Object.keys(FILE_WARNINGS.en)

describe.each(LANGS)('in %s', (lang) => {
  it('OPEN-02 · every warning about a file has a description of its own', () => {
    const texts = Object.entries(FILE_WARNINGS[lang])
    expect(texts.map(([code]) => code)).toEqual(CODES)
    for (const [code, text] of texts) expect(text, code).toMatch(/^\p{Lu}.{15,}\.$/u)
    expect(new Set(texts.map(([, text]) => text)).size).toBe(CODES.length)
  })
})

it('OPEN-02 · every warning about a file is in the description of the API', () => {
  type Document = Record<
    string,
    { post: { responses: Record<string, { headers: Record<string, { description: string }> }> } }
  >
  const { paths } = openapiDocument({ origin: '', cookie: '' })
  for (const path of ['/api/v1/files', '/api/v1/files/check']) {
    const headers = (paths as unknown as Document)[path]?.post.responses['200']?.headers
    const lines = headers?.['levro-warnings']?.description.split('\n').slice(1)
    expect(lines).toEqual(Object.entries(FILE_WARNINGS.en).map(([code, text]) => `- \`${code}\`: ${text}`))
  }
})
