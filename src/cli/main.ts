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

// An import would load much more (see read-file.ts).
const { fstatSync, writeSync } = process.getBuiltinModule('node:fs')

// Of a file, Node takes a part that was written for the whole, as where the disk becomes full.
if (fstatSync(1).isFile())
  // oxlint-disable-next-line no-underscore-dangle -- the name that streams have for it
  process.stdout._write = (bytes: Uint8Array, _encoding, done) => {
    try {
      for (let at = 0; at < bytes.length;) at += writeSync(1, bytes, at)
      done()
    } catch (error) {
      done(error as Error)
    }
  }

process.exitCode = await run(process.argv.slice(2))
