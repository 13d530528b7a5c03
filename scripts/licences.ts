// Writes the licences of third-party code in the pages next to them, as those licences require.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { notedPackages } from './bundled-packages.ts'

const FILE = 'build/next/client/third-party-licences.txt'
const TEXT = /^(?:licen[cs]e|notice|copying)/i

/** What tools write into the pages of their own: the first styles, and what chooses a sentence. */
const TOOLS = ['@inlang/paraglide-js', 'tailwindcss']

const noted = notedPackages()
if (noted.length === 0) throw new Error('No package was noted while the pages were built.')

const sections = [...noted, ...TOOLS].sort().map((name) => {
  const folder = join('node_modules', name)
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    version: string
    license?: string
  }
  const texts = readdirSync(folder).filter((file) => TEXT.test(file))
  if (texts.length === 0) throw new Error(`${name} is in the pages, and brings no text of its licence.`)
  const words = texts.map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim())
  return [`${name} ${version}${license ? ` (${license})` : ''}`, ...words].join('\n\n')
})

const opening =
  'The pages of this site contain parts of the following, under the licences that stand with them.'
writeFileSync(FILE, `${[opening, ...sections].join(`\n\n${'-'.repeat(78)}\n\n`)}\n`)
process.stdout.write(`Licences: ${sections.length} packages\n`)
