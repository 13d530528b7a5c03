import { spawnSync } from 'node:child_process'

/** Waits up to 600 s for another installation. */
const WAIT_FOR_OTHERS = ['-o', 'DPkg::Lock::Timeout=600']

/** Start of an apt-get command line that needs no input, or undefined if apt-get or the rights are missing. */
function findInstaller() {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const [command, ...args] = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get']
  const { status } = spawnSync(command, [...args, '--version'])
  return status === 0 ? { command, args } : undefined
}

/** Installs Debian packages if that needs no input; otherwise, or on an error of apt-get, does nothing. */
export function installPackages(title, ...packages) {
  const installer = findInstaller()
  if (installer === undefined) return
  process.stdout.write(`Installing ${title} from the system’s packages …\n`)
  const aptGet = (...args) =>
    spawnSync(installer.command, [...installer.args, ...WAIT_FOR_OTHERS, ...args], { stdio: 'inherit' })
  aptGet('update', '-qq')
  aptGet('install', '-y', '-qq', '--no-install-recommends', ...packages)
}
