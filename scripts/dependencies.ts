// Rules for the packages that the product is built from and runs on. Pure: checks the data that it is given.

export type LockedPackage = {
  version?: string
  license?: string
  integrity?: string
  resolved?: string
  dev?: boolean
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

/** They ask for no more than their notice, which the pages bring (`licences.ts`). */
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

type Judged = { name: RegExp; licence: string | undefined; why: string }

/** Licences that were looked at one by one. */
export const JUDGED: readonly Judged[] = [
  { name: /^axe-core$/, licence: 'MPL-2.0', why: 'a tool of the tests, unchanged and given to nobody' },
  {
    name: /^lightningcss(-|$)/,
    licence: 'MPL-2.0',
    why: 'a tool of the build, unchanged and given to nobody',
  },
  { name: /^@expo-google-fonts\/manrope$/, licence: 'MIT AND OFL-1.1', why: 'a font, unchanged' },
  { name: /^@fontsource-variable\/manrope$/, licence: 'OFL-1.1', why: 'a font, unchanged' },
  { name: /^@inlang\/plugin-message-format$/, licence: undefined, why: 'its file LICENSE is that of MIT' },
  { name: /^sqlite-wasm-kysely$/, licence: undefined, why: 'its file LICENSE is that of MIT' },
]

/** Packages of several versions, which others ask for. Fastify wants the newer one, and what checks its schemas the older. */
const SEVERAL: ReadonlySet<string> = new Set(['fast-uri 3.1.9 4.2.3'])

const EXACT = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/

/** The package's name by its place in `node_modules`. */
const nameOf = (place: string): string => place.replace(/^.*node_modules\//, '')

/** Whether an SPDX expression can be met with allowed licences. Nothing here mixes AND and OR. */
export function isAllowedLicence(expression: string | undefined): boolean {
  const parts = (expression ?? '').replace(/[()]/g, '')
  if (parts.includes(' OR ')) return parts.split(' OR ').some((part) => ALLOWED_LICENCES.has(part.trim()))
  return parts.split(' AND ').every((part) => ALLOWED_LICENCES.has(part.trim()))
}

/** Licences that were not reviewed, and reviews of packages that are no longer installed. */
export function licenceComplaints({ packages }: Lock, judged: readonly Judged[] = JUDGED): string[] {
  const all = Object.entries(packages).filter(([place]) => place !== '')
  const asJudged = (place: string, { license }: LockedPackage) =>
    judged.filter(({ name, licence }) => name.test(nameOf(place)) && licence === license)
  const used = new Set(all.flatMap(([place, locked]) => asJudged(place, locked)))
  return [
    ...all
      .filter(([place, locked]) => !isAllowedLicence(locked.license) && asJudged(place, locked).length === 0)
      .map(([place, { license = 'none' }]) => `${nameOf(place)}: its licence (${license}) is not allowed.`),
    ...judged.filter((entry) => !used.has(entry)).map(({ name }) => `${name}: was judged, and is not there.`),
  ]
}

/** Packages that are not exact, not hashed, from elsewhere, with install scripts, deprecated or duplicated. */
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
        ? [`${place}: runs something when it is installed, and allowScripts does not say whether it may.`]
        : []),
      ...(entry.deprecated === undefined ? [] : [`${place}: is given up: ${entry.deprecated}`]),
    ]),
    ...severalVersions(locked),
  ]
}

/** Of what the product runs on there is one version each. Tools bring their own. */
function severalVersions(locked: readonly [string, LockedPackage][]): string[] {
  const places = Map.groupBy(
    locked.filter(([, { dev }]) => dev !== true),
    ([place]) => nameOf(place),
  )
  return [...places].flatMap(([name, entries]) => {
    const versions = [...new Set(entries.map(([, { version = '' }]) => version))].sort()
    return versions.length === 1 || SEVERAL.has(`${name} ${versions.join(' ')}`)
      ? []
      : [`${name}: is there as ${versions.join(' and ')}.`]
  })
}

/** Known weaknesses that must not stay: the grave ones, and any of what the product runs on. */
export const advisoryComplaints = ({ vulnerabilities }: Advisories, { packages }: Lock): string[] =>
  Object.entries(vulnerabilities)
    .filter(
      ([, { severity, nodes }]) =>
        severity === 'high' ||
        severity === 'critical' ||
        nodes.some((place) => packages[place]?.dev !== true),
    )
    .map(([name, { severity }]) => `${name}: has a known weakness (${severity}); see npm audit.`)
