// `npm run audit`, and a step of `npm test`: licences, the lock file, and known vulnerabilities where the
// registry reports them.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import {
  type Advisories,
  type Lock,
  type Manifest,
  advisoryComplaints,
  licenceComplaints,
  lockComplaints,
} from './dependencies.ts'

/** A slow or unavailable registry is reported and does not fail the audit. */
const ASK_AT_MOST_MS = 20_000

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest

/** Known vulnerabilities; undefined if the registry does not report them. */
function findAdvisories(): Advisories | undefined {
  const { stdout } = spawnSync('npm', ['audit', '--json', '--audit-level=low', '--fetch-retries=0'], {
    encoding: 'utf8',
    timeout: ASK_AT_MOST_MS,
    killSignal: 'SIGKILL',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  })
  try {
    const answer = JSON.parse(stdout) as Partial<Advisories>
    return answer.vulnerabilities && { vulnerabilities: answer.vulnerabilities }
  } catch {
    return undefined
  }
}

const advisories = findAdvisories()
const complaints = [
  ...licenceComplaints(lock),
  ...lockComplaints(lock, manifest),
  ...(advisories ? advisoryComplaints(advisories, lock) : []),
]
for (const complaint of complaints) process.stderr.write(`${complaint}\n`)

const count = Object.keys(lock.packages).length - 1
const vulnerable = advisories
  ? `${Object.keys(advisories.vulnerabilities).length} with known vulnerabilities`
  : 'known vulnerabilities were NOT looked up: the registry does not report them'
process.stdout.write(`${count} packages, ${complaints.length} complaints; ${vulnerable}.\n`)
process.exitCode = complaints.length === 0 ? 0 : 1
