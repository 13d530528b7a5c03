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
  /** The token of the session. */
  session: TokenCookie
  /** The secret of a device where an owner has signed in. Signs nobody in, and stays when they sign out. */
  device: TokenCookie
}

/**
 * Behind an https address the cookies are `__Host-…` and Secure, so that no subdomain and no plain connection can plant
 * or read them. Without one they are neither: `__Host-` demands Secure, and a Secure cookie is kept over http by browsers
 * for `localhost` alone, not for 127.0.0.1 and not by other clients.
 */
export function makeAccountCookies(publicOrigin: string | undefined): AccountCookies {
  const secure = publicOrigin?.startsWith('https:') ?? false
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
