import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { stop } from './installed.js'

/** The one that the environment asks for; no other is taken in its place. */
const NAMED = process.env.CHROMIUM

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The Chromium or Chrome that is named, else the system's, or undefined. */
export const findChromium = () => NAMED || PLACES.find((place) => existsSync(place))

/** The beginning of a command line that installs packages without asking anything, or undefined. */
function findInstaller() {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const [command, ...args] = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get']
  const { status } = spawnSync(command, [...args, '--version'])
  return status === 0 ? { command, args } : undefined
}

function install({ command, args }) {
  process.stdout.write('Installing Chromium from the system’s packages …\n')
  const aptGet = (...what) => spawnSync(command, [...args, ...what], { stdio: 'inherit' })
  aptGet('update', '-qq')
  aptGet('install', '-y', '-qq', '--no-install-recommends', 'chromium')
}

/** Finds a Chromium, else installs the system's package, else says how to get one. */
export function ensureChromium() {
  if (NAMED && !existsSync(NAMED)) stop(`CHROMIUM names ${NAMED}, and there is no such file.`)
  const installer = findChromium() === undefined ? findInstaller() : undefined
  if (installer !== undefined) install(installer)
  if (findChromium() === undefined) {
    stop(
      'The browser tests need Chromium. Install it (Debian: apt-get install chromium) or name it: CHROMIUM=/path npm test.',
    )
  }
}
