import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { SECOND_MS } from '../clock.ts'
import { SESSION_MAX_MS } from './sessions.ts'

export type SessionCookie = {
  read: (request: FastifyRequest) => string | undefined
  set: (reply: FastifyReply, token: string) => void
  clear: (reply: FastifyReply) => void
}

/**
 * The cookie that carries a session's token. Behind an https address it is `__Host-…` and Secure, so that no
 * subdomain and no plain connection can plant or read it. Without one it is neither: `__Host-` demands Secure, and
 * a Secure cookie is kept over http by browsers for `localhost` alone, not for 127.0.0.1 and not by other clients.
 */
export function makeSessionCookie(publicOrigin: string | undefined): SessionCookie {
  const secure = publicOrigin?.startsWith('https:') ?? false
  const name = secure ? '__Host-levro' : 'levro'
  const options: CookieSerializeOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure }
  return {
    read: (request) => request.cookies[name],
    set: (reply, token) =>
      void reply.setCookie(name, token, { ...options, maxAge: SESSION_MAX_MS / SECOND_MS }),
    clear: (reply) => void reply.clearCookie(name, options),
  }
}
