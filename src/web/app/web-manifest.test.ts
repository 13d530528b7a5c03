import { describe, expect, it } from 'vitest'
import { EXTENSIONS } from '#formats/format.ts'
import { LANGS } from '#i18n/language.ts'
import { webManifest } from './web-manifest.ts'

type Manifest = {
  file_handlers: { action: string; accept: Record<string, string[]> }[]
  share_target: {
    action: string
    method: string
    enctype: string
    params: { files: { name: string; accept: string[] }[] }
  }
  shortcuts: { name: string; url: string }[]
}

describe.each(LANGS)('the web app manifest, in %s', (lang) => {
  const prefix = lang === 'bg' ? '' : '/en'
  const manifest = webManifest(lang) as Manifest
  const dotted = EXTENSIONS.map((extension) => `.${extension}`).sort()

  it('OPEN-05 · the system opens every kind of file that is read in the converter', () => {
    const [handler, ...others] = manifest.file_handlers
    expect(others).toEqual([])
    expect(handler?.action).toBe(`${prefix}/converter?mode=bulk`)
    const accept = handler?.accept ?? {}
    expect(Object.values(accept).flat().sort()).toEqual(dotted)
    for (const type of Object.keys(accept)) expect(type).toMatch(/^(?:text|application)\/[a-z][\w.+-]+$/i)
    expect(accept).toMatchObject({
      'text/csv': ['.csv', '.dat'],
      'text/plain': ['.txt'],
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
      'application/vnd.ms-excel': ['.xls'],
      'application/vnd.oasis.opendocument.spreadsheet': ['.ods'],
      'application/json': ['.json'],
      'application/zip': ['.zip'],
    })
  })

  it('OPEN-05 · other apps share the same kinds of files to it', () => {
    const { action, method, enctype, params } = manifest.share_target
    expect([action, method, enctype]).toEqual([`${prefix}/share`, 'POST', 'multipart/form-data'])
    const [field] = params.files
    expect(field?.name).toBe('files')
    expect(field?.accept.filter((kind) => kind.startsWith('.')).sort()).toEqual(dotted)
    expect(field?.accept).toContain('text/csv')
  })

  it('OPEN-05 · its icon leads to one amount, to a file and to the check', () => {
    expect(manifest.shortcuts.map(({ url }) => url)).toEqual([
      `${prefix}/converter`,
      `${prefix}/converter?mode=bulk`,
      `${prefix}/check`,
    ])
    expect(new Set(manifest.shortcuts.map(({ name }) => name)).size).toBe(3)
  })
})
