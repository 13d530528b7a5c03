// Rules for the packages that the product is built from and runs on. Pure: checks the data that it is given.

export type LockedPackage = {
  version?: string
  license?: string
  integrity?: string
  resolved?: string
  dev?: boolean
  optional?: boolean
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  hasInstallScript?: boolean
  deprecated?: string
}

/** The checked part of `package-lock.json`. */
export type Lock = { lockfileVersion: number; packages: Record<string, LockedPackage> }

/** The checked part of `package.json`. */
export type Manifest = {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  allowScripts?: Record<string, boolean>
}

/** The checked part of the output of `npm audit --json`. */
export type Advisories = {
  vulnerabilities: Record<string, { severity: string; nodes: readonly string[] }>
}

/** They require only their notice, which the build adds to the pages (`licences.ts`). */
const ALLOWED_LICENCES: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
  'Zlib',
])

type ReviewedLicence = { name: RegExp; licence: string | undefined; why: string }

/** Licences that were reviewed for one package each. `licence` is that of the lock; undefined if it states none. */
export const REVIEWED_LICENCES: readonly ReviewedLicence[] = [
  { name: /^axe-core$/, licence: 'MPL-2.0', why: 'a tool of the tests, unchanged and not distributed' },
  {
    name: /^lightningcss(-|$)/,
    licence: 'MPL-2.0',
    why: 'a tool of the build, unchanged and not distributed',
  },
  { name: /^@expo-google-fonts\/manrope$/, licence: 'MIT AND OFL-1.1', why: 'a font, unchanged' },
  { name: /^@expo-google-fonts\/noto-emoji$/, licence: 'MIT AND OFL-1.1', why: 'a font, unchanged' },
  { name: /^@fontsource-variable\/manrope$/, licence: 'OFL-1.1', why: 'a font, unchanged' },
  { name: /^@inlang\/plugin-message-format$/, licence: undefined, why: 'its file LICENSE is that of MIT' },
  { name: /^sqlite-wasm-kysely$/, licence: undefined, why: 'its file LICENSE is that of MIT' },
]

/**
 * Runtime packages with several versions. Of fast-uri, Fastify requires the newer one and its schema compiler the older. Of tslib,
 * the certificate parser of WebAuthn requires the newer one and its `tsyringe` the older.
 */
const SEVERAL: ReadonlySet<string> = new Set(['fast-uri 3.1.9 4.2.3', 'tslib 1.14.1 2.9.1'])

const EXACT = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/

/** The package name of a path in `node_modules`. */
const nameOf = (place: string): string => place.replace(/^.*node_modules\//, '')

/** Whether an SPDX expression can be met with allowed licences. Expressions that mix AND and OR are not supported. */
export function isAllowedLicence(expression: string | undefined): boolean {
  const parts = (expression ?? '').replace(/[()]/g, '')
  if (parts.includes(' OR ')) return parts.split(' OR ').some((part) => ALLOWED_LICENCES.has(part.trim()))
  return parts.split(' AND ').every((part) => ALLOWED_LICENCES.has(part.trim()))
}

/** Licences that were not reviewed, and reviews of packages that are no longer installed. */
export function licenceComplaints(
  { packages }: Lock,
  reviewed: readonly ReviewedLicence[] = REVIEWED_LICENCES,
): string[] {
  const all = Object.entries(packages).filter(([place]) => place !== '')
  const reviewsOf = (place: string, { license }: LockedPackage) =>
    reviewed.filter(({ name, licence }) => name.test(nameOf(place)) && licence === license)
  const isReviewed = (place: string, locked: LockedPackage) => reviewsOf(place, locked).length > 0
  const used = new Set(all.flatMap(([place, locked]) => reviewsOf(place, locked)))
  return [
    ...all
      .filter(([place, locked]) => !isAllowedLicence(locked.license) && !isReviewed(place, locked))
      .map(([place, { license = 'none' }]) => `${nameOf(place)}: its licence (${license}) is not allowed.`),
    ...reviewed
      .filter((entry) => !used.has(entry))
      .map(({ name }) => `${name}: was reviewed, but is not installed.`),
  ]
}

/** Packages without an exact version or hash, not from the registry, with undecided install scripts, deprecated, or duplicated. */
export function lockComplaints(lock: Lock, manifest: Manifest): string[] {
  const wanted = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
  const locked = Object.entries(lock.packages).filter(([place]) => place !== '')
  const scripts = manifest.allowScripts ?? {}
  return [
    ...(lock.lockfileVersion === 3 ? [] : [`The lock has the version ${lock.lockfileVersion}, not 3.`]),
    ...wanted.filter(([, version]) => !EXACT.test(version)).map(([name]) => `${name}: no exact version.`),
    ...wanted
      .filter(([name, version]) => lock.packages[`node_modules/${name}`]?.version !== version)
      .map(([name]) => `${name}: the lock has another version.`),
    ...locked.flatMap(([place, entry]) => [
      ...(/^sha512-[\w+/]{86}==$/.test(entry.integrity ?? '')
        ? []
        : [`${place}: no SHA-512 of its content.`]),
      ...(entry.resolved === undefined ? [] : [`${place}: is not from the registry.`]),
      ...(entry.hasInstallScript === true && scripts[nameOf(place)] === undefined
        ? [`${place}: has an install script that allowScripts does not mention.`]
        : []),
      ...(entry.deprecated === undefined ? [] : [`${place}: is deprecated: ${entry.deprecated}`]),
    ]),
    ...severalVersions(locked),
  ]
}

/** Runtime packages with several versions. Development tools may have their own versions. */
function severalVersions(locked: readonly [string, LockedPackage][]): string[] {
  const places = Map.groupBy(
    locked.filter(([, { dev }]) => dev !== true),
    ([place]) => nameOf(place),
  )
  return [...places].flatMap(([name, entries]) => {
    const versions = [...new Set(entries.map(([, { version = '' }]) => version))].sort()
    return versions.length === 1 || SEVERAL.has(`${name} ${versions.join(' ')}`)
      ? []
      : [`${name}: is installed as ${versions.join(' and ')}.`]
  })
}

/** Vulnerabilities of runtime packages, and those of tools that are high or critical. */
export const advisoryComplaints = ({ vulnerabilities }: Advisories, { packages }: Lock): string[] =>
  Object.entries(vulnerabilities)
    .filter(
      ([, { severity, nodes }]) =>
        severity === 'high' ||
        severity === 'critical' ||
        nodes.some((place) => packages[place]?.dev !== true),
    )
    .map(([name, { severity }]) => `${name}: has a known vulnerability (${severity}); see npm audit.`)
