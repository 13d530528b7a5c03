import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { SECOND_MS } from '../clock.ts'
import { DEVICE_MAX_AGE_MS } from './devices.ts'
import { SESSION_MAX_AGE_MS } from './sessions.ts'

export type TokenCookie = {
  readonly name: string
  read: (request: FastifyRequest) => string | undefined
  set: (reply: FastifyReply, secret: string) => void
  clear: (reply: FastifyReply) => void
}

export type AccountCookies = {
  session: TokenCookie
  /** Secret of a known device. Does not sign in; signing out keeps it. */
  device: TokenCookie
}

/**
 * With an https origin the cookies are Secure with the prefix `__Host-`, so that neither subdomains nor plain connections can
 * set or read them. Otherwise neither: `__Host-` requires Secure, and over http browsers keep Secure cookies for `localhost`
 * only.
 */
export function makeAccountCookies(publicOrigin: string | undefined): AccountCookies {
  const secure = publicOrigin?.startsWith('https:') === true
  const options: CookieSerializeOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure }
  const cookie = (plainName: string, maxAgeMs: number): TokenCookie => {
    const name = secure ? `__Host-${plainName}` : plainName
    return {
      name,
      read: (request) => request.cookies[name],
      set: (reply, secret) =>
        void reply.setCookie(name, secret, { ...options, maxAge: maxAgeMs / SECOND_MS }),
      clear: (reply) => void reply.clearCookie(name, options),
    }
  }
  return { session: cookie('levro', SESSION_MAX_AGE_MS), device: cookie('levro-device', DEVICE_MAX_AGE_MS) }
}
