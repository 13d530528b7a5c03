import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  type Lock,
  type LockedPackage,
  type Manifest,
  advisoryComplaints,
  isAllowedLicence,
  licenceComplaints,
  lockComplaints,
} from '../scripts/dependencies.ts'

const HASH = `sha512-${'A'.repeat(86)}==`

/** A lock file with one correct package, and others. */
const lockOf = (others: Record<string, LockedPackage> = {}): Lock => ({
  lockfileVersion: 3,
  packages: {
    '': { license: 'UNLICENSED' },
    'node_modules/good': { version: '1.2.3', license: 'MIT', integrity: HASH },
    ...others,
  },
})

const MANIFEST: Manifest = { dependencies: { good: '1.2.3' } }
const bad = (more: LockedPackage): Lock =>
  lockOf({ 'node_modules/bad': { version: '1.0.0', license: 'MIT', integrity: HASH, ...more } })

describe('licences', () => {
  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['MIT OR SEE LICENSE IN X.md', true],
    ['(MIT AND Zlib)', true],
    ['MIT AND GPL-3.0-only', false],
    ['GPL-3.0-or-later', false],
    ['AGPL-3.0', false],
    ['MPL-2.0', false],
    ['UNLICENSED', false],
    ['SEE LICENSE IN LICENSE', false],
    ['', false],
    [undefined, false],
  ])('API-04 · %s: allowed is %s', (expression, isAllowed) =>
    expect(isAllowedLicence(expression)).toBe(isAllowed),
  )

  it('API-04 · licences are allowed individually after a review, as long as the package is installed', () => {
    const reviewed = [{ name: /^bad$/, licence: 'MPL-2.0', why: 'a tool' }]
    expect(licenceComplaints(lockOf(), [])).toEqual([])
    expect(licenceComplaints(bad({ license: 'MPL-2.0' }), reviewed)).toEqual([])
    expect(licenceComplaints(bad({ license: 'MPL-2.0' }), [])).toEqual([
      'bad: its licence (MPL-2.0) is not allowed.',
    ])
    expect(licenceComplaints(lockOf(), reviewed)).toEqual(['/^bad$/: was reviewed, but is not installed.'])
    // A new version under another licence must be reviewed again.
    expect(licenceComplaints(bad({ license: 'GPL-3.0-only' }), reviewed)).toHaveLength(2)
  })
})

describe('lock file', () => {
  it('API-04 · a correct lock file has no finding', () =>
    expect(lockComplaints(lockOf(), MANIFEST)).toEqual([]))

  it.each([
    ['no hash', bad({ integrity: '' })],
    ['a weak hash', bad({ integrity: 'sha1-kC9z0xPtCIxCDRfTjsJrLNrxWYc=' })],
    ['another source', bad({ resolved: 'git+ssh://git@example.com/bad.git#1' })],
    ['an install script', bad({ hasInstallScript: true })],
    ['a deprecated package', bad({ deprecated: 'use another' })],
    ['an old lock file version', { ...lockOf(), lockfileVersion: 1 }],
    [
      'two versions of a package',
      lockOf({ 'node_modules/a/node_modules/good': { version: '1.0.0', integrity: HASH } }),
    ],
  ])('API-04 · a lock file with %s has one finding', (_what, lock) =>
    expect(lockComplaints(lock, MANIFEST)).toHaveLength(1),
  )

  it('API-04 · versions that are inexact or differ from the lock are reported', () => {
    for (const version of ['^1.2.3', '~1.2.3', '1.x', '*', 'latest', '>=1.2.3', 'file:../good'])
      expect(lockComplaints(lockOf(), { dependencies: { good: version } })[0]).toBe('good: no exact version.')
    expect(lockComplaints(lockOf(), { devDependencies: { good: '1.2.4' } })).toEqual([
      'good: the lock has another version.',
    ])
  })

  it('API-04 · reviewed install scripts and nested versions of tools are allowed', () => {
    for (const isAllowed of [true, false])
      expect(
        lockComplaints(bad({ hasInstallScript: true }), { ...MANIFEST, allowScripts: { bad: isAllowed } }),
      ).toEqual([])
    const nested = { version: '1.0.0', integrity: HASH, dev: true }
    expect(lockComplaints(lockOf({ 'node_modules/a/node_modules/good': nested }), MANIFEST)).toEqual([])
  })

  it('API-04 · the lock file of the product has no finding', () => {
    const read = (name: string): unknown =>
      JSON.parse(readFileSync(join(import.meta.dirname, '..', name), 'utf8'))
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- npm writes it
    const lock = read('package-lock.json') as Lock
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
    expect([...lockComplaints(lock, read('package.json') as Manifest), ...licenceComplaints(lock)]).toEqual(
      [],
    )
  })
})

describe('known vulnerabilities', () => {
  it.each([
    ['development dependency, low', 'low', true, 0],
    ['development dependency, moderate', 'moderate', true, 0],
    ['development dependency, high', 'high', true, 1],
    ['development dependency, critical', 'critical', true, 1],
    ['runtime dependency, low', 'low', false, 1],
  ])('API-04 · %s: severity %s is checked', (_what, severity, dev, findings) => {
    const found = { vulnerabilities: { bad: { severity, nodes: ['node_modules/bad'] } } }
    expect(advisoryComplaints(found, bad({ dev }))).toHaveLength(findings)
  })
})

describe('the software bill of materials', () => {
  const ROOT = join(import.meta.dirname, '..')
  const print = () =>
    execFileSync(process.execPath, ['scripts/sbom.ts'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 })
  type Component = { 'bom-ref': string; group?: string; name: string; version: string; scope: string }
  type Bill = {
    components: (Component & { purl: string; hashes: { content: string }[]; licenses?: unknown[] })[]
    dependencies: { ref: string; dependsOn: string[] }[]
    metadata: { component: { 'bom-ref': string } }
  }
  const bill = JSON.parse(print()) as Bill & Record<string, unknown>
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lock
  const locked = Object.entries(lock.packages).filter(([place]) => place !== '')
  const nameOf = (place: string) => place.replace(/^.*node_modules\//, '')

  it('API-04 · lists exactly the packages of the lock file', () => {
    const listed = bill.components.map(({ group, name, version }) =>
      group === undefined ? `${name}@${version}` : `${group}/${name}@${version}`,
    )
    const expected = new Set(locked.map(([place, { version }]) => `${nameOf(place)}@${version}`))
    expect(listed.toSorted()).toEqual([...expected].toSorted())
    const runtime = new Set(locked.filter(([, { dev }]) => dev !== true).map(([place]) => nameOf(place)))
    const required = bill.components.filter(({ scope }) => scope !== 'excluded')
    expect(new Set(required.map(({ group, name }) => [group, name].filter(Boolean).join('/')))).toEqual(
      runtime,
    )
  })

  it('API-04 · has the form of CycloneDX 1.6, and is the same each time', () => {
    expect(print()).toBe(`${JSON.stringify(bill, null, 2)}\n`)
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 })
    expect(bill['serialNumber']).toMatch(
      /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
    )
    for (const { purl, hashes } of bill.components) {
      expect(purl).toMatch(/^pkg:npm\/(?:%40[\w.-]+\/)?[\w.-]+@[\w.%-]+$/)
      expect(hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }])
    }
    const refs = bill.components.map((each) => each['bom-ref'])
    expect(new Set(refs).size).toBe(refs.length)
    const known = new Set([...refs, bill.metadata.component['bom-ref']])
    expect(new Set(bill.dependencies.map(({ ref }) => ref))).toEqual(known)
    for (const { dependsOn } of bill.dependencies) for (const ref of dependsOn) expect(known).toContain(ref)
  })

  it('API-04 · states what a package requires, as it is installed', () => {
    const fastify = bill.dependencies.find(({ ref }) => ref.startsWith('pkg:npm/fastify@'))
    const own = lock.packages['node_modules/fastify']?.dependencies ?? {}
    const required = (fastify?.dependsOn ?? []).map((ref) =>
      decodeURIComponent(ref).replace(/^pkg:npm\/|@[^@]+$/g, ''),
    )
    expect(required.toSorted()).toEqual(Object.keys(own).toSorted())
  })
})
