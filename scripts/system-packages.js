import { spawnSync } from 'node:child_process'

/** Another installation may be under way: it is waited for. */
const WAIT_FOR_OTHERS = ['-o', 'DPkg::Lock::Timeout=600']

/** The beginning of a command line that installs packages without asking anything, or undefined. */
function findInstaller() {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const [command, ...args] = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get']
  const { status } = spawnSync(command, [...args, '--version'])
  return status === 0 ? { command, args } : undefined
}

/** Installs Debian packages where that can be done without asking; else does nothing. */
export function installPackages(title, ...packages) {
  const installer = findInstaller()
  if (installer === undefined) return
  process.stdout.write(`Installing ${title} from the system’s packages …\n`)
  const aptGet = (...what) =>
    spawnSync(installer.command, [...installer.args, ...WAIT_FOR_OTHERS, ...what], { stdio: 'inherit' })
  aptGet('update', '-qq')
  aptGet('install', '-y', '-qq', '--no-install-recommends', ...packages)
}
