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
    ['clock.ts', 'env.ts', 'background-job.ts'],
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

/** Imports that still break the tables above. This list only shrinks. */
const KNOWN_IMPORTS: ReadonlySet<string> = new Set([
  'pricelist/read-price-list.ts -> formats/header-choice.ts',
  'reports/labels.ts -> engine/export/types.ts',
  'reports/mismatches.ts -> engine/types.ts',
  'reports/mismatches.ts -> engine/check/types.ts',
  'reports/own-file.ts -> engine/bulk/choices.ts',
  'reports/own-file.ts -> engine/export/types.ts',
  'reports/results-pdf.ts -> engine/types.ts',
  'reports/results-pdf.ts -> engine/export/types.ts',
  'reports/results-xlsx.ts -> engine/types.ts',
  'reports/results-xlsx.ts -> engine/export/types.ts',
  'reports/results.ts -> engine/types.ts',
  'table/aligned-table.ts -> pricelist/types.ts',
  'table/aligned-table.ts -> formats/csv/table.ts',
  'table/lazy-table.ts -> pricelist/types.ts',
  'table/table.ts -> pricelist/types.ts',
  'engine/http/client.ts -> web/routing/location.ts',
  'engine/storage/contact-draft.ts -> web/features/contact/draft.ts',
  'pricelist/rows/misaligned-prices.ts -> formats/csv/table.ts',
  'pricelist/rows/total-rows.ts -> formats/csv/table.ts',
  'reports/pdf/blocks.ts -> engine/export/types.ts',
  'reports/protocol/exceptions.ts -> engine/bulk/choices.ts',
  'reports/protocol/exceptions.ts -> engine/storage/bulk-store.ts',
  'reports/protocol/protocol-pdf.ts -> engine/export/types.ts',
  'reports/protocol/protocol-xlsx.ts -> engine/export/types.ts',
  'reports/protocol/protocol.ts -> engine/export/types.ts',
  'server/auth/accounts.ts -> server/payments/purchases.ts',
  'server/http/routes.ts -> server/auth/sessions.ts',
  'server/mail/dispatcher.ts -> server/emails/compose.ts',
  'server/mail/layout.ts -> server/emails/texts.ts',
  'web/features/check/outcome.tsx -> web/features/bulk/notices.tsx',
])

/** Circles that are still there, each named by its first file. This list only shrinks. */
const KNOWN_CIRCLES: ReadonlySet<string> = new Set([
  'pricelist/row.ts',
  'table/lazy-table.ts',
  'pricelist/rows/misaligned-prices.ts',
  'writeback/converted-cells.ts',
  'formats/bytes/bytes.ts',
  'pricelist/rows/omitted-rows.ts',
  'server/db/migrations.ts',
  'engine/bulk/file-warnings.ts',
])

/** Folders that are still too large. This list only shrinks. */
const KNOWN_FOLDERS: ReadonlySet<string> = new Set([])

const files = readSources()
const layerOf = (path: string): string => path.split('/')[0] ?? ''

/** Each import of one source file by another that `isWrong` objects to, as `from -> to`. */
const importsWhere = (isWrong: (from: string, to: string) => boolean): string[] =>
  [...files.values()].flatMap(({ path, imports }) =>
    imports.filter((to) => isWrong(path, to)).map((to) => `${path} -> ${to}`),
  )

const withoutKnown = (imports: readonly string[]): string[] =>
  imports.filter((line) => !KNOWN_IMPORTS.has(line))

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
    expect(withoutKnown(wrong)).toEqual([])
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
    expect(withoutKnown(wrong)).toEqual([])
  })

  it('let no feature import another, but for the shared ones', () => {
    const featureOf = (path: string): string | undefined => /^web\/features\/([^/]+)/.exec(path)?.[1]
    const wrong = importsWhere((from, to) => {
      const [own, other] = [featureOf(from), featureOf(to)]
      return own !== undefined && other !== undefined && own !== other && !SHARED_FEATURES.includes(other)
    })
    expect(withoutKnown(wrong)).toEqual([])
  })

  it('read the environment in one file alone', () => {
    const readers = [...files.values()].filter(({ program }) => readsEnvironment(program))
    expect(readers.map(({ path }) => path)).toEqual(['server/env.ts'])
  })
})

describe('the source tree', () => {
  it('has no import circle', () => {
    const circles = findImportCircles(files).filter(([first = '']) => !KNOWN_CIRCLES.has(first))
    expect(circles).toEqual([])
  })

  it(`has no folder with more than ${MAX_FILES_IN_FOLDER} files`, () => {
    const large = [...countByFolder(files.keys())].filter(
      ([folder, count]) => count > MAX_FILES_IN_FOLDER && !KNOWN_FOLDERS.has(folder),
    )
    expect(large).toEqual([])
  })

  it('keeps no exception that is no longer needed', () => {
    const imports = new Set(importsWhere(() => true))
    const circles = new Set(findImportCircles(files).map(([first]) => first))
    const counts = countByFolder(files.keys())
    expect([...KNOWN_IMPORTS].filter((line) => !imports.has(line))).toEqual([])
    expect([...KNOWN_CIRCLES].filter((first) => !circles.has(first))).toEqual([])
    expect([...KNOWN_FOLDERS].filter((folder) => (counts.get(folder) ?? 0) <= MAX_FILES_IN_FOLDER)).toEqual(
      [],
    )
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
