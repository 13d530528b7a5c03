import { printError } from '../../src/cli/output.ts'

/** In place of the administrator's commands, which are the server's. */
export function runAdmin(): number {
  printError(
    'The commands of the administrator belong to the server: run npm run levro -- admin in its folder.',
  )
  return 2
}
