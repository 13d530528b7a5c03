import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { run, stop } from './installed.js'

const PLACES = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The system's Chromium or Chrome, or undefined. */
export const findChromium = () =>
  PLACES.find((place) => place !== undefined && place !== '' && existsSync(place))

const canInstall = () => process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0

/** Finds a Chromium, else installs the system's package, else says how to get one. */
export function ensureChromium() {
  if (findChromium() === undefined && canInstall()) {
    process.stdout.write('Installing Chromium from the system’s packages …\n')
    run('apt-get', ['update', '-qq'])
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'])
  }
  if (findChromium() === undefined) {
    stop(
      'The browser tests need Chromium. Install it (Debian: apt-get install chromium) or name it: CHROMIUM=/path npm test.',
    )
  }
}
