/** Independent programs that open the product's files and codes: LibreOffice, Poppler, ZBar, Info-ZIP, Python, PHP, Mono, shells and mandoc. */
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { installPackages } from '../scripts/system-packages.js'

const PACKAGE_OF = {
  soffice: 'libreoffice-calc-nogui',
  pdftotext: 'poppler-utils',
  pdffonts: 'poppler-utils',
  pdfinfo: 'poppler-utils',
  zbarimg: 'zbar-tools',
  unzip: 'unzip',
  python3: 'python3',
  zsh: 'zsh',
  fish: 'fish',
  mandoc: 'mandoc',
  php: 'php-cli',
  mcs: 'mono-mcs',
  mono: 'mono-runtime',
  curl: 'curl',
  openssl: 'openssl',
} as const

/** Parts of tools in packages of their own: LibreOffice's driver of DBF, and Mono's client of HTTP. */
const FURTHER_PACKAGES = {
  '/usr/lib/libreoffice/program/libdbaselo.so': 'libreoffice-base-drivers',
  '/usr/lib/mono/4.5/System.Net.Http.dll': 'libmono-system-net-http4.0-cil',
}

type Tool = keyof typeof PACKAGE_OF

const TOOLS = Object.keys(PACKAGE_OF) as Tool[]
const CONVERSION_AT_MOST_MS = 100_000

const execute = promisify(execFile)

const find = (tool: Tool): string | undefined =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/bin']
    .map((folder) => join(folder, tool))
    .find((path) => existsSync(path))

/** Vitest global set-up: installs missing tools once. A tool that cannot be installed fails the tests that need it. */
export function setup(): void {
  const missing = new Set<string>(
    TOOLS.filter((tool) => find(tool) === undefined).map((tool) => PACKAGE_OF[tool]),
  )
  for (const [path, name] of Object.entries(FURTHER_PACKAGES)) if (!existsSync(path)) missing.add(name)
  if (missing.size > 0) installPackages([...missing].join(', '), ...missing)
}

/** The path of a tool, which {@link setup} has installed. */
export function findTool(tool: Tool): string {
  const path = find(tool)
  if (path === undefined)
    throw new Error(`The tests need ${tool}: install the system package \`${PACKAGE_OF[tool]}\`.`)
  return path
}

/** Runs a tool and returns its output. */
export async function runTool(tool: Tool, ...args: string[]): Promise<string> {
  const path = findTool(tool)
  const options = {
    timeout: CONVERSION_AT_MOST_MS,
    maxBuffer: 64 * 1024 * 1024,
    // A locale without national number formats.
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  }
  return (await execute(path, args, options)).stdout
}

type Conversion = {
  file: string | readonly string[]
  /** Import filter, for formats that LibreOffice asks about. */
  from?: string
  to: string
  folder: string
}

/** Converts a file or several with LibreOffice, with an empty profile. */
export async function convertByOffice({ file, from, to, folder }: Conversion): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), 'levro-office-'))
  const own = `-env:UserInstallation=file://${profile}`
  try {
    const reading = from === undefined ? [] : [`--infilter=${from}`]
    await runTool(
      'soffice',
      own,
      '--headless',
      ...reading,
      '--convert-to',
      to,
      '--outdir',
      folder,
      ...[file].flat(),
    )
  } finally {
    rmSync(profile, { recursive: true, force: true })
  }
}
