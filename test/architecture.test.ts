import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LANGS } from '#i18n/language.ts'
import { CURRENCY_CODES } from '#money/currency.ts'
import { countByFolder, findImportCircles, readSources } from './source-graph.ts'

const MAX_FILES_IN_FOLDER = 20

const BELOW_REPORTS = ['formats', 'writeback', 'pricelist', 'table', 'product', 'money', 'i18n'] as const

/** The layers that each layer may import, besides itself. Server and web never import each other. */
const LAYERS: Record<string, readonly string[]> = {
  i18n: [],
  money: ['i18n'],
  product: ['i18n', 'money'],
  table: ['money'],
  pricelist: ['table', 'product', 'money', 'i18n'],
  writeback: ['pricelist', 'table', 'product', 'money', 'i18n'],
  formats: ['writeback', 'pricelist', 'table', 'product', 'money', 'i18n'],
  files: ['formats', 'writeback', 'pricelist', 'table', 'product', 'money', 'i18n'],
  api: ['product', 'money', 'i18n'],
  reports: [...BELOW_REPORTS, 'api'],
  engine: ['reports', ...BELOW_REPORTS, 'api'],
  web: ['engine', 'reports', ...BELOW_REPORTS, 'api'],
  server: ['pricelist', 'table', 'product', 'money', 'i18n', 'api'],
  cli: ['files', 'reports', ...BELOW_REPORTS, 'api'],
  'stripe-emulator': ['product', 'money', 'i18n'],
}

/** Files that may import more than their layer. */
const EXTRA_IMPORTS: Record<string, readonly string[]> = {
  'cli/admin': ['server'],
  // What a file is processed with runs in a thread.
  'server/files': ['files', 'formats', 'writeback'],
}

/** The packages that a layer may import; other layers may import every package of package.json. */
const PACKAGES: Record<string, readonly string[]> = {
  i18n: [],
  money: [],
  product: [],
  table: [],
  pricelist: [],
  writeback: [],
  formats: ['@e965/xlsx'],
  files: [],
  api: ['zod'],
}

/** Parts of a layer, lowest first. A part imports only earlier groups. */
const PARTS: Record<string, readonly (readonly string[])[]> = {
  web: [['routing'], ['ui'], ['session'], ['layout', 'features'], ['pages'], ['app', 'service-worker']],
  server: [
    ['clock.ts'],
    ['env.ts', 'background-job.ts', 'bounded-queue.ts'],
    ['secret-key.ts', 'settings-warnings.ts'],
    ['db'],
    ['http'],
    ['rate-limit'],
    ['tokens', 'mail', 'metrics', 'security-log', 'webhooks'],
    ['auth'],
    ['payments', 'conversions', 'support', 'backup'],
    ['files'],
    ['account', 'emails'],
    ['cleanup.ts', 'watchdog.ts', 'watchdog-thread.ts'],
    ['app.ts'],
    ['main.ts'],
  ],
}

/** Features that others may use: every file in them is public. */
const SHARED_FEATURES = ['file', 'results']

/** They are data: a comparison with one is a branch that another would miss. */
const CODES: ReadonlySet<unknown> = new Set([...CURRENCY_CODES, ...LANGS])

const files = readSources()
const layerOf = (path: string): string => path.split('/')[0] ?? ''

/** Returns each import for which `isWrong` is true, as `from -> to`. */
const importsWhere = (isWrong: (from: string, to: string) => boolean): string[] =>
  [...files.values()].flatMap(({ path, imports }) =>
    imports.filter((to) => isWrong(path, to)).map((to) => `${path} -> ${to}`),
  )

describe('layers', () => {
  it('every file belongs to a layer', () => {
    expect(new Set([...files.keys()].map(layerOf))).toEqual(new Set(Object.keys(LAYERS)))
  })

  it('a layer imports only the layers below it', () => {
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

  it('imports of another layer use #, imports within a layer are relative', () => {
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

  it('pure layers import only the packages listed here', () => {
    const wrong = [...files.values()].flatMap(({ path, specifiers }) => {
      const allowed = PACKAGES[layerOf(path)]
      return specifiers
        .filter((specifier) => allowed && !/^[.#]/.test(specifier) && !allowed.includes(specifier))
        .map((specifier) => `${path}: ${specifier}`)
    })
    expect(wrong).toEqual([])
  })

  it('parts of web and server import only lower parts', () => {
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

  it('a feature imports only shared features', () => {
    const featureOf = (path: string): string | undefined => /^web\/features\/([^/]+)/.exec(path)?.[1]
    const wrong = importsWhere((from, to) => {
      const [own, other] = [featureOf(from), featureOf(to)]
      return own !== undefined && other !== undefined && own !== other && !SHARED_FEATURES.includes(other)
    })
    expect(wrong).toEqual([])
  })

  it('only one file reads the environment', () => {
    const readers = [...files.values()].filter(({ program }) => hasNode(program, readsEnvironment))
    expect(readers.map(({ path }) => path)).toEqual(['server/env.ts'])
  })

  it('only money and i18n compare with codes of currencies and languages', () => {
    const wrong = [...files.values()].filter(
      ({ path, program }) => !['money', 'i18n'].includes(layerOf(path)) && hasNode(program, comparesCode),
    )
    expect(wrong.map(({ path }) => path)).toEqual([])
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

type Node = {
  type?: string
  object?: { name?: string }
  property?: { name?: string }
  operator?: string
  left?: { value?: unknown }
  right?: { value?: unknown }
  test?: { value?: unknown } | null
}

/** Whether the syntax tree has a node that passes. */
function hasNode(tree: unknown, passes: (node: Node) => boolean): boolean {
  if (typeof tree !== 'object' || tree === null) return false
  if (Array.isArray(tree)) return tree.some((node) => hasNode(node, passes))
  return passes(tree) || Object.values(tree).some((node) => hasNode(node, passes))
}

/** `process.env` */
const readsEnvironment = ({ type, object, property }: Node): boolean =>
  type === 'MemberExpression' && object?.name === 'process' && property?.name === 'env'

/** `lang === 'bg'`, `'EUR' !== currency`, `case 'BGN':` */
function comparesCode({ type, operator = '', left, right, test }: Node): boolean {
  const compared =
    type === 'SwitchCase'
      ? [test]
      : type === 'BinaryExpression' && /^[!=]==?$/.test(operator)
        ? [left, right]
        : []
  return compared.some((side) => CODES.has(side?.value))
}
