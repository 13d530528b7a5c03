import { Readable } from 'node:stream'

declare const reply: unique symbol

/** JSON that is already text: rows of large replies never become objects of the main thread. */
export type Prepared<Reply> = { readonly content: Buffer | Readable; readonly [reply]?: Reply }

export const isPrepared = (value: unknown): value is Prepared<unknown> =>
  typeof value === 'object' && value !== null && 'content' in value && isContent(value.content)

const isContent = (content: unknown): boolean => Buffer.isBuffer(content) || content instanceof Readable
