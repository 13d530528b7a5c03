// The packages of the lock file as a CycloneDX 1.6 bill of materials.
import type { Lock, LockedPackage } from './dependencies.ts'

const INSTALLED = 'node_modules/'

type Component = Record<string, unknown> & { 'bom-ref': string }

/** `hash`: SHA-256 of the lock file, hexadecimal. The same lock gives the same bill. */
export function billOfMaterials(lock: Lock, product: { name: string; version: string; hash: string }) {
  const root = `pkg:npm/${product.name}@${product.version}`
  const places = Object.entries(lock.packages)
  const components = new Map<string, Component>()
  const dependencies = new Map<string, Set<string>>()

  for (const [place, entry] of places) {
    const ref = place === '' ? root : purlOf(place, entry)
    const known = components.get(ref)
    // The same package may be installed at several places; it is one of a tool only if all are.
    if (place !== '' && (known === undefined || known['scope'] === 'excluded'))
      components.set(ref, toComponent(place, entry))
    const needed = dependencies.get(ref) ?? new Set()
    dependencies.set(ref, needed)
    for (const other of neededBy(place, entry)) needed.add(other)
  }

  function neededBy(place: string, entry: LockedPackage): string[] {
    const { dependencies: own, optionalDependencies, peerDependencies, devDependencies } = entry
    const names = Object.keys({ ...own, ...optionalDependencies, ...peerDependencies, ...devDependencies })
    return names.flatMap((name) => {
      const found = placeOf(name, place)
      const target = found === undefined ? undefined : lock.packages[found]
      return found === undefined || target === undefined ? [] : [purlOf(found, target)]
    })
  }

  /** Where Node finds a package that is required at a place; undefined for an optional one that is not installed. */
  function placeOf(name: string, from: string): string | undefined {
    const parts = from.split(`/${INSTALLED}`)
    for (let depth = parts.length; depth >= 0; depth--) {
      const folder = parts.slice(0, depth).join(`/${INSTALLED}`)
      const place = `${folder === '' ? '' : `${folder}/`}${INSTALLED}${name}`
      if (lock.packages[place] !== undefined) return place
    }
    return undefined
  }

  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(product.hash)}`,
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': root,
        name: product.name,
        version: product.version,
        purl: root,
      },
    },
    components: [...components.values()].toSorted(byRef),
    dependencies: [...dependencies].map(([ref, on]) => ({ ref, dependsOn: [...on].toSorted() })),
  }
}

const byRef = (a: Component, b: Component): number => (a['bom-ref'] < b['bom-ref'] ? -1 : 1)

function toComponent(place: string, entry: LockedPackage): Component {
  const purl = purlOf(place, entry)
  const [name = '', group] = nameOf(place).split('/').toReversed()
  return {
    type: 'library',
    'bom-ref': purl,
    ...(group !== undefined && { group }),
    name,
    version: entry.version,
    purl,
    // Tools of the build and of the tests are not part of the product.
    scope: entry.dev === true ? 'excluded' : entry.optional === true ? 'optional' : 'required',
    ...(entry.license !== undefined && { licenses: [licenceOf(entry.license)] }),
    ...(entry.integrity !== undefined && { hashes: [{ alg: 'SHA-512', content: hexOf(entry.integrity) }] }),
  }
}

/** An SPDX expression, or the id of one licence. */
const licenceOf = (text: string) => (/[ ()]/.test(text) ? { expression: text } : { license: { id: text } })

const hexOf = (integrity: string): string =>
  Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex')

const nameOf = (place: string): string => place.slice(place.lastIndexOf(INSTALLED) + INSTALLED.length)

const purlOf = (place: string, { version = '' }: LockedPackage): string =>
  `pkg:npm/${nameOf(place).replace('@', '%40')}@${version.replace('+', '%2B')}`

/** A UUID (version 8) of a hash. */
const uuidOf = (hash: string): string =>
  `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`
