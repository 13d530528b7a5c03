import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
const SRC = join(ROOT, 'src')

/** What each layer may import, besides itself. Server and web never meet. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  domain: [],
  catalogue: ['domain'],
  contract: ['domain'],
  server: ['domain', 'contract', 'catalogue'],
  'test-provider': ['domain'],
  web: ['domain', 'contract', 'catalogue'],
  cli: ['domain', 'contract', 'catalogue', 'server'],
}

/** Packages of the pure layers; the others take what package.json lists. */
const PACKAGES: Record<string, readonly string[]> = {
  domain: [],
  catalogue: ['@e965/xlsx'],
  contract: ['zod'],
}

const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*)'([^']+)'/g

const isSource = (file: string): boolean =>
  /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.startsWith(join('web', 'i18n', 'messages'))

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(isSource)

const layerOf = (file: string): string => relative(SRC, file).split(/[\\/]/)[0] ?? ''

function* importsOf(file: string): Generator<{ from: string; specifier: string; layer: string }> {
  const path = join(SRC, file)
  for (const [, specifier = ''] of readFileSync(path, 'utf8').matchAll(IMPORT)) {
    const from = layerOf(path)
    if (specifier.startsWith('#')) yield { from, specifier, layer: specifier.slice(1).split('/')[0] ?? '' }
    else if (specifier.startsWith('.'))
      yield { from, specifier, layer: layerOf(resolve(dirname(path), specifier)) }
  }
}

describe('the layers', () => {
  it('every file stands in a layer', () => {
    expect(new Set(files.map((file) => file.split(/[\\/]/)[0]))).toEqual(new Set(Object.keys(MAY_IMPORT)))
  })

  it('import only what stands below them', () => {
    const wrong = files.flatMap((file) =>
      [...importsOf(file)]
        .filter(({ from, layer }) => layer !== from && !MAY_IMPORT[from]?.includes(layer))
        .map(({ specifier }) => `${file}: ${specifier}`),
    )
    expect(wrong).toEqual([])
  })

  it('name other layers by #, and their own files relatively', () => {
    const wrong = files.flatMap((file) =>
      [...importsOf(file)]
        .filter(({ from, layer, specifier }) => specifier.startsWith('#') === (layer === from))
        .map(({ specifier }) => `${file}: ${specifier}`),
    )
    expect(wrong).toEqual([])
  })

  it('keep the pure ones pure: no package but those named here', () => {
    const wrong = files.flatMap((file) => {
      const allowed = PACKAGES[file.split(/[\\/]/)[0] ?? '']
      if (!allowed) return []
      const text = readFileSync(join(SRC, file), 'utf8')
      return [...text.matchAll(IMPORT)]
        .map(([, specifier = '']) => specifier)
        .filter((specifier) => !/^[.#]/.test(specifier) && !allowed.includes(specifier))
        .map((specifier) => `${file}: ${specifier}`)
    })
    expect(wrong).toEqual([])
  })

  it('read the environment in one file alone', () => {
    const readers = files.filter((file) => /process\.env\b/.test(readFileSync(join(SRC, file), 'utf8')))
    expect(readers).toEqual([join('server', 'env.ts')])
  })

  it('have no file past 300 lines', () => {
    const long = files.filter((file) => readFileSync(join(SRC, file), 'utf8').split('\n').length > 300)
    expect(long).toEqual([])
  })
})
