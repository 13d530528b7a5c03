// `npm run sbom`: prints the software bill of materials in the format of CycloneDX, from the lock file alone.
// (`npm sbom` rejects the lock: a package of Lighthouse requires other versions of its own packages by the tag `latest`.)
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { billOfMaterials } from './bill-of-materials.ts'
import type { Lock } from './dependencies.ts'

const text = readFileSync('package-lock.json', 'utf8')
const { name, version } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  name: string
  version: string
}
const lock = JSON.parse(text) as Lock
const hash = createHash('sha256').update(text).digest('hex')
process.stdout.write(`${JSON.stringify(billOfMaterials(lock, { name, version, hash }), null, 2)}\n`)
