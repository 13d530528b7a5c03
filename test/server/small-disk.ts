import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type SmallDisk = {
  folder: string
  /** Uses up all free space. */
  fill: () => void
  /** Frees the space used by `fill`. */
  makeRoom: () => void
  remove: () => void
}

function asRoot(...command: string[]): boolean {
  const [program, ...args] = process.getuid?.() === 0 ? command : ['sudo', '-n', ...command]
  return program !== undefined && spawnSync(program, args).status === 0
}

/**
 * Mounts a small disk in memory; undefined where this user must not mount.
 * @throws in CI, where disks can be mounted
 */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'levro-disk-'))
  const options = `size=${megabytes}m,mode=700,uid=${process.getuid?.()}`
  if (!asRoot('mount', '-t', 'tmpfs', '-o', options, 'levro-test', folder)) {
    rmSync(folder, { recursive: true })
    if (process.env['CI'] !== undefined) throw new Error('No disk can be mounted, and in CI it has to be.')
    return undefined
  }
  const ballast = join(folder, 'ballast')
  function remove(): void {
    process.off('exit', remove)
    // Open files do not keep the disk mounted.
    asRoot('umount', '-l', folder)
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', remove)
  return {
    folder,
    fill() {
      const file = openSync(ballast, 'w')
      try {
        for (;;) writeSync(file, Buffer.alloc(4096))
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      } finally {
        closeSync(file)
      }
    },
    makeRoom: () => rmSync(ballast),
    remove,
  }
}
