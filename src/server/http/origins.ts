import { networkInterfaces } from 'node:os'
import type { FastifyInstance } from 'fastify'
import type { Env } from '../env.ts'
import { siteOrigin } from './site-origin.ts'

const LOOPBACK = ['localhost', '127.0.0.1', '::1']

/**
 * Every address under which this server is the site: the public one where it is set, else those of this machine that it
 * listens on. A person who came by one of them has a session there and nowhere else.
 */
export function ownOrigins(app: FastifyInstance, env: Env): string[] {
  const own = siteOrigin(app, env)
  if (env.publicOrigin !== undefined) return [own]
  const { port } = new URL(own)
  const others = namesOf(env.host).map((name) => `http://${name.includes(':') ? `[${name}]` : name}:${port}`)
  return [own, ...others].map((origin) => new URL(origin).origin)
}

function namesOf(host: string): string[] {
  if (host === '0.0.0.0' || host === '::') return [...LOOPBACK, ...machineAddresses()]
  return LOOPBACK.includes(host) ? LOOPBACK : []
}

/** Addresses with a zone (`fe80::1%eth0`) stand in no URL. */
const machineAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((all = []) => all.map(({ address }) => address))
    .filter((address) => !address.includes('%') && !address.startsWith('fe80:'))
