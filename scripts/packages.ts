// Packages made of the project's sources, as files that npm installs. Nothing is published.
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { build, type InlineConfig } from 'vite'
import { VERSION } from '#product/version.ts'
import { ROOT, toolEnv } from './installed.js'

const run = promisify(execFile)

/**
 * Bundles a package into one module and packs it.
 * @param name its folder in `packages`, with the `package.json` and the README that are packed
 * @param options.bundle Vite's options for the bundle
 * @param options.generated texts of further files, by name
 * @param options.copied folders of the package that are packed as they are
 * @param options.hasTypes whether the types of `index.ts` are packed
 * @returns the path of the tarball, in `build/packages`
 */
export async function packPackage(
  name: string,
  options: {
    bundle: NonNullable<InlineConfig['build']>
    hasTypes?: boolean
    generated?: Readonly<Record<string, string>>
    copied?: readonly string[]
  },
): Promise<string> {
  const source = join(ROOT, 'packages', name)
  const packed = join(ROOT, 'build', 'packages')
  const target = join(packed, name)
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true },
    build: { outDir: target, emptyOutDir: false, minify: false, ...options.bundle },
  })
  if (options.hasTypes) await emitTypes(source, target)
  const manifest: unknown = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
  const files = {
    'package.json': `${JSON.stringify({ ...(manifest as object), version: VERSION }, null, 2)}\n`,
    'README.md': readFileSync(join(source, 'README.md'), 'utf8'),
    ...options.generated,
  }
  for (const [file, text] of Object.entries(files)) writeFileSync(join(target, file), text)
  for (const folder of options.copied ?? [])
    cpSync(join(source, folder), join(target, folder), { recursive: true })
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', packed], {
    cwd: target,
    env: toolEnv(),
  })
  const [tarball] = JSON.parse(stdout) as [{ filename: string }]
  return join(packed, tarball.filename)
}

/** Only the types of the entry, which name no other file. */
async function emitTypes(source: string, target: string): Promise<void> {
  const all = join(target, 'types')
  const flags = ['--noEmit', 'false', '--emitDeclarationOnly', '--declaration', '--outDir', all]
  await run(join(ROOT, 'node_modules', '.bin', 'tsc'), ['-p', source, ...flags], {
    cwd: ROOT,
    env: toolEnv(),
  })
  const types = join(all, relative(ROOT, source), 'index.d.ts')
  if (/from ['"]/.test(readFileSync(types, 'utf8'))) throw new Error(`${types} imports other types`)
  cpSync(types, join(target, 'index.d.ts'))
  rmSync(all, { recursive: true })
}
