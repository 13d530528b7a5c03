import { createHash } from 'node:crypto'

/** Addresses of people who are perhaps no customers are not kept, nor are accounts that were deleted named. */
export const digest = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22)
