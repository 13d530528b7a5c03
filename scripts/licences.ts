// Writes the licences of the third-party code in the pages into a file that is served with them, as they require.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readBundledPackages } from './bundled-packages.ts'

const FILE = 'build/next/client/third-party-licences.txt'
const TEXT = /^(?:licen[cs]e|notice|copying)/i

/** Tools whose own code is in the pages: base styles, and the selection of messages. */
const TOOLS = ['@inlang/paraglide-js', 'tailwindcss']

const bundled = readBundledPackages()
if (bundled.length === 0) throw new Error('The build of the pages recorded no packages.')

const sections = [...bundled, ...TOOLS].sort().map((name) => {
  const folder = join('node_modules', name)
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    version: string
    license?: string
  }
  const texts = readdirSync(folder).filter((file) => TEXT.test(file))
  if (texts.length === 0) throw new Error(`${name} is in the pages, but has no licence file.`)
  const contents = texts.map((file) =>
    readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim(),
  )
  return [`${name} ${version}${license ? ` (${license})` : ''}`, ...contents].join('\n\n')
})

const opening =
  'The pages of this site contain parts of the following, under the licences that stand with them.'
writeFileSync(FILE, `${[opening, ...sections].join(`\n\n${'-'.repeat(78)}\n\n`)}\n`)
process.stdout.write(`Licences: ${sections.length} packages\n`)
