import type { Topic } from '#api/site.ts'
import { LIMITS } from '#product/limits.ts'

/** A message to support as far as it is written. */
export type Draft = {
  name: string
  email: string
  topic: Topic
  message: string
  isAgreed: boolean
  /** The field that people do not see. */
  website: string
}

export type Need = 'name' | 'email' | 'valid_email' | 'message' | 'terms'

/** Something@something.something; whether it is an address in truth the server judges. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

export const isEmail = (text: string): boolean => EMAIL.test(text.trim())

/** What is still to be filled in before the message can be sent (INFO-02), in the order of the form. */
export function needsOf({ name, email, message, isAgreed }: Draft): Need[] {
  const needs: Need[] = []
  if (name.trim() === '') needs.push('name')
  if (!isEmail(email)) needs.push(email.trim() === '' ? 'email' : 'valid_email')
  if (message.trim() === '') needs.push('message')
  if (!isAgreed) needs.push('terms')
  return needs
}

/** How many characters may still be written; counted as the server counts them, and negative beyond the limit. */
export const roomOf = (text: string, limit: number): number => limit - Array.from(text.trim()).length

export const isTooLong = ({ name, message }: Draft): boolean =>
  roomOf(name, LIMITS.contactName) < 0 || roomOf(message, LIMITS.contactMessage) < 0
