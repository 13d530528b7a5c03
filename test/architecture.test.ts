import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { countByFolder, findImportCircles, readSources } from './source-graph.ts'

const MAX_FILES_IN_FOLDER = 20

const BELOW_REPORTS = ['formats', 'writeback', 'pricelist', 'table', 'product', 'money', 'i18n'] as const

/** The layers that each layer may import, besides itself. Server and web never meet. */
const LAYERS: Record<string, readonly string[]> = {
  i18n: [],
  money: ['i18n'],
  product: ['i18n', 'money'],
  table: ['money'],
  pricelist: ['table', 'product', 'money', 'i18n'],
  writeback: ['pricelist', 'table', 'product', 'money', 'i18n'],
  formats: ['writeback', 'pricelist', 'table', 'product', 'money', 'i18n'],
  api: ['product', 'money', 'i18n'],
  reports: [...BELOW_REPORTS, 'api'],
  engine: ['reports', ...BELOW_REPORTS, 'api'],
  web: ['engine', 'reports', ...BELOW_REPORTS, 'api'],
  server: ['pricelist', 'table', 'product', 'money', 'i18n', 'api'],
  cli: ['reports', ...BELOW_REPORTS, 'api'],
  'stripe-emulator': ['product', 'money', 'i18n'],
}

/** Files that may import more than their layer. */
const EXTRA_IMPORTS: Record<string, readonly string[]> = { 'cli/admin': ['server'] }

/** The packages that a layer may import; the others take what package.json lists. */
const PACKAGES: Record<string, readonly string[]> = {
  i18n: [],
  money: [],
  product: [],
  table: [],
  pricelist: [],
  writeback: [],
  formats: ['@e965/xlsx'],
  api: ['zod'],
}

/** Parts of a layer, lowest first. A part imports those before its own place, never its neighbours. */
const PARTS: Record<string, readonly (readonly string[])[]> = {
  web: [['routing'], ['ui'], ['session'], ['layout', 'features'], ['pages'], ['app', 'service-worker']],
  server: [
    ['clock.ts', 'env.ts', 'background-job.ts', 'bounded-queue.ts'],
    ['db'],
    ['http'],
    ['rate-limit', 'tokens', 'mail', 'metrics'],
    ['auth'],
    ['payments', 'conversions', 'support', 'backup'],
    ['account', 'emails'],
    ['cleanup.ts', 'watchdog.ts', 'watchdog-thread.ts'],
    ['app.ts'],
    ['main.ts'],
  ],
}

/** Features that others may use: every file in them is public. */
const SHARED_FEATURES = ['file', 'results']

const files = readSources()
const layerOf = (path: string): string => path.split('/')[0] ?? ''

/** Each import of one source file by another that `isWrong` objects to, as `from -> to`. */
const importsWhere = (isWrong: (from: string, to: string) => boolean): string[] =>
  [...files.values()].flatMap(({ path, imports }) =>
    imports.filter((to) => isWrong(path, to)).map((to) => `${path} -> ${to}`),
  )

describe('the layers', () => {
  it('every file stands in a layer', () => {
    expect(new Set([...files.keys()].map(layerOf))).toEqual(new Set(Object.keys(LAYERS)))
  })

  it('import only what stands below them', () => {
    const wrong = importsWhere((from, to) => {
      const extra = Object.entries(EXTRA_IMPORTS).flatMap(([folder, layers]) =>
        from.startsWith(`${folder}/`) ? layers : [],
      )
      return (
        layerOf(to) !== layerOf(from) && ![...(LAYERS[layerOf(from)] ?? []), ...extra].includes(layerOf(to))
      )
    })
    expect(wrong).toEqual([])
  })

  it('name other layers by #, and their own files relatively', () => {
    const wrong = [...files.values()].flatMap(({ path, specifiers }) =>
      specifiers
        .filter(
          (specifier) =>
            specifier.startsWith(`#${layerOf(path)}/`) ||
            (specifier.startsWith('.') && layerOf(posix.join(path, '..', specifier)) !== layerOf(path)),
        )
        .map((specifier) => `${path}: ${specifier}`),
    )
    expect(wrong).toEqual([])
  })

  it('keep the pure ones pure: no package but those named here', () => {
    const wrong = [...files.values()].flatMap(({ path, specifiers }) => {
      const allowed = PACKAGES[layerOf(path)]
      return specifiers
        .filter((specifier) => allowed && !/^[.#]/.test(specifier) && !allowed.includes(specifier))
        .map((specifier) => `${path}: ${specifier}`)
    })
    expect(wrong).toEqual([])
  })

  it('import downwards between the parts of web and server', () => {
    const wrong = importsWhere((from, to) => {
      const parts = PARTS[layerOf(from)]
      if (parts === undefined || layerOf(to) !== layerOf(from)) return false
      const [own = '', other = ''] = [from, to].map((path) => path.split('/')[1])
      const rank = (part: string): number => parts.findIndex((group) => group.includes(part))
      expect(rank(own), own).toBeGreaterThanOrEqual(0)
      return own !== other && rank(other) >= rank(own)
    })
    expect(wrong).toEqual([])
  })

  it('let no feature import another, but for the shared ones', () => {
    const featureOf = (path: string): string | undefined => /^web\/features\/([^/]+)/.exec(path)?.[1]
    const wrong = importsWhere((from, to) => {
      const [own, other] = [featureOf(from), featureOf(to)]
      return own !== undefined && other !== undefined && own !== other && !SHARED_FEATURES.includes(other)
    })
    expect(wrong).toEqual([])
  })

  it('read the environment in one file alone', () => {
    const readers = [...files.values()].filter(({ program }) => readsEnvironment(program))
    expect(readers.map(({ path }) => path)).toEqual(['server/env.ts'])
  })
})

describe('the source tree', () => {
  it('has no import circle', () => {
    const circles = findImportCircles(files)
    expect(circles).toEqual([])
  })

  it(`has no folder with more than ${MAX_FILES_IN_FOLDER} files`, () => {
    const large = [...countByFolder(files.keys())].filter(([, count]) => count > MAX_FILES_IN_FOLDER)
    expect(large).toEqual([])
  })
})

/** True where the syntax tree has the expression `process.env`. */
function readsEnvironment(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false
  if (Array.isArray(node)) return node.some(readsEnvironment)
  const { type, object, property } = node as {
    type?: string
    object?: { name?: string }
    property?: { name?: string }
  }
  if (type === 'MemberExpression' && object?.name === 'process' && property?.name === 'env') return true
  return Object.values(node).some(readsEnvironment)
}
