/**
 * Runs every benchmark on one machine and prints which machine it is. `npm run bench`, or `npm run bench --
 * kernel browser` for some parts; each part has a script of its own too. A failing part does not stop the
 * others; the exit code reports it. Needs an idle machine.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findChromium } from '../scripts/chromium.js'

const PARTS = {
  kernel: { file: 'kernel.ts', title: 'The kernel: one price after the other' },
  files: { file: 'file-to-file.ts', title: 'File to file: a price list in, the same with new prices out' },
  bounds: { file: 'bounds.ts', title: 'Files of up to 20 MB that are made to take long' },
  browser: { file: 'browser.ts', title: 'In the browser: dropped, looked over, converted, saved' },
  server: { file: 'server-work.ts', title: "The server's work" },
  pages: { file: 'pages.ts', title: 'The pages on a phone' },
  ways: { file: 'ways.ts', title: 'The five ways: presses, dialogs, seconds' },
} as const

type Part = keyof typeof PARTS
const NAMES = Object.keys(PARTS) as Part[]

/** Libraries of the same trade, which the parts measure against. */
const LIBRARIES = [
  'big.js',
  'decimal.js',
  'dinero.js',
  'currency.js',
  'papaparse',
  'read-excel-file',
  '@e965/xlsx',
]

/** Programs of the same trade: where one is missing, the parts go without it. */
const PROGRAMS = ['soffice', 'python3', 'mlr'] as const

const { positionals } = parseArgs({ allowPositionals: true })
const unknown = positionals.filter((name) => !NAMES.some((part) => part === name))
if (unknown.length > 0) {
  process.stderr.write(`There is no part “${unknown.join('”, “')}”. There are: ${NAMES.join(', ')}.\n`)
  process.exit(1)
}
const asked = NAMES.filter((name) => positionals.length === 0 || positionals.includes(name))

print(machine())
const failed = asked.filter((name) => !runPart(name))
if (failed.length > 0) {
  print(`\nNot measured to the end: ${failed.join(', ')}`)
  process.exitCode = 1
}

function runPart(name: Part): boolean {
  const { file, title } = PARTS[name]
  print(`\n${'='.repeat(title.length)}\n${title}\n${'='.repeat(title.length)}\n`)
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, file)], { stdio: 'inherit' })
  return status === 0
}

function machine(): string {
  return [
    `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'processor'}, ${Math.round(totalmem() / 2 ** 30)} GB`,
    `Node ${process.versions.node} on ${process.platform} ${process.arch}`,
    versionOf(findChromium() ?? 'chromium'),
    ...PROGRAMS.map(versionOf),
    LIBRARIES.map((name) => `${name} ${installedVersion(name)}`).join(', '),
  ].join('\n')
}

function versionOf(program: string): string {
  const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  return status === 0 ? (stdout.trim().split('\n')[0] ?? '') : `${program}: not on this machine`
}

function installedVersion(name: string): string {
  try {
    const file = join(import.meta.dirname, '..', 'node_modules', name, 'package.json')
    return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
  } catch {
    return 'not installed'
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
