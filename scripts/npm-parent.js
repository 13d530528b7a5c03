// Detects that the npm process that runs this script was killed with SIGKILL, which child processes are not notified of.

const INTERVAL_MS = 1000
const SHELL = /^(?:ba|da|a|z)?sh$/

/** Calls `onEnd` when npm has ended, unless this process ends before. Does nothing in a script that `npm run` has not started. */
export function whenNpmEnds(onEnd) {
  if (process.env.npm_lifecycle_event === undefined) return
  const before = npmOf()
  const timer = setInterval(() => {
    if (npmOf() === before) return
    clearInterval(timer)
    onEnd()
  }, INTERVAL_MS)
  timer.unref()
}

/** The id of the parent, or of its parent if it is a shell. An orphan has another one. */
function npmOf() {
  const { name, parent } = processOf(process.ppid)
  return SHELL.test(name) ? parent : process.ppid
}

/** Outside Linux the name is not known; there the shell is replaced by the script that it runs. */
function processOf(pid) {
  // Not an import: the command line does without the modules that it loads (see bundled-cli.js).
  const { readFileSync } = process.getBuiltinModule('node:fs')
  try {
    const [, name = '', parent = ''] =
      /\((.*)\) \S+ (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return { name, parent: Number(parent) }
  } catch {
    return { name: '', parent: 0 }
  }
}
