import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Not in the repository, but needed by tests. */
const MADE = ['src/i18n/messages', 'build']

/** Copies the project, as it is on disk, to a folder of its own that can be changed. */
export function copyProject(root: string): { readonly folder: string; remove: () => void } {
  const parent = mkdtempSync(join(tmpdir(), 'levro-mutation-'))
  const folder = join(parent, 'levro')
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
  })
  for (const file of list.toString().split('\0')) {
    if (file === '' || !existsSync(join(root, file))) continue
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file))
  }
  for (const made of MADE)
    if (existsSync(join(root, made))) cpSync(join(root, made), join(folder, made), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const shared = join(root, '..', 'shared')
  if (existsSync(shared)) symlinkSync(shared, join(parent, 'shared'))
  return { folder, remove: () => rmSync(parent, { recursive: true, force: true }) }
}
