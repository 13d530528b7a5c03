import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { toolEnv } from '../../scripts/installed.js'

export const ROOT = resolve(import.meta.dirname, '../..')
const execute = promisify(execFile)

export type InstalledPackage = {
  tarball: string
  /** An empty folder, but for the installed package. */
  folder: string
  /** Runs a program there, on the project's Node. */
  run: (program: string, ...args: string[]) => Promise<{ stdout: string; stderr: string }>
  remove: () => void
}

/** Packs by one of the project's scripts, and installs the tarball into an empty folder, without a network. */
export async function installPackage(script: string): Promise<InstalledPackage> {
  const folder = mkdtempSync(join(tmpdir(), 'levro-package-'))
  const runIn = async (cwd: string, program: string, ...args: string[]) =>
    execute(program, args, { cwd, env: toolEnv(), maxBuffer: 64 * 1024 * 1024 })
  const packed = await runIn(ROOT, 'node', join('scripts', script))
  const tarball = packed.stdout.trim()
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  await runIn(folder, 'npm', 'install', '--offline', '--no-audit', '--no-fund', tarball)
  return {
    tarball,
    folder,
    run: async (program, ...args) => runIn(folder, program, ...args),
    remove: () => rmSync(folder, { recursive: true }),
  }
}

/** The files that the README of an installed package links to, and that the package does not have. */
export function missingLinks(folder: string): string[] {
  const readme = readFileSync(join(folder, 'README.md'), 'utf8')
  return Array.from(readme.matchAll(/\]\(([^)#\s]+)/g), ([, target = '']) => target).filter(
    (target) => !/^[a-z]+:/.test(target) && !existsSync(join(folder, target)),
  )
}
