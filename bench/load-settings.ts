import { parseArgs } from 'node:util'

export type LoadSettings = {
  users: number
  minutes: number
  database: 'sqlite' | 'postgres'
  /** That serve. */
  processes: number
  /** Milliseconds between two actions of a user. */
  thinkMs: number
  /** Folder for processor profiles of the server. */
  profile: string | undefined
}

/** What was asked for on the command line. */
export function loadSettings(): LoadSettings {
  const { values } = parseArgs({
    options: {
      users: { type: 'string', default: '1000' },
      minutes: { type: 'string', default: '10' },
      database: { type: 'string', default: 'sqlite' },
      processes: { type: 'string', default: '1' },
      think: { type: 'string', default: '1500' },
      profile: { type: 'string' },
    },
  })
  const { database } = values
  if (database !== 'sqlite' && database !== 'postgres') throw new Error('--database is sqlite or postgres.')
  return {
    users: above0('users', values.users),
    minutes: above0('minutes', values.minutes),
    database,
    processes: above0('processes', values.processes),
    thinkMs: above0('think', values.think),
    profile: values.profile,
  }
}

function above0(name: string, text: string): number {
  const number = Number(text)
  if (number > 0) return number
  throw new Error(`--${name} takes a number above 0, and is '${text}'.`)
}
