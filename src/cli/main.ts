import { FILE_PROBLEMS, codeOf } from './error.ts'
import { clearProgress, printError } from './output.ts'
import { run } from './run.ts'

process.stdout.on('error', (error) => {
  const code = codeOf(error)
  // A consumer that closes the pipe early (`| head`) is no error.
  if (code === 'EPIPE') process.exit(0)
  clearProgress()
  printError(`Standard output cannot be written: ${FILE_PROBLEMS[code] ?? error.message}.`)
  process.exit(1)
})

process.exitCode = await run(process.argv.slice(2))
