import type { FastifyReply } from 'fastify'

type ReplyFacts = {
  filename: string
  warnings: readonly string[]
  jobId: string | null
  tokens: number
  tokensLeft: number
}

/** The headers of a response that is a file: its name, and what it cost. */
export function setFileHeaders(
  reply: FastifyReply,
  { filename, warnings, jobId, tokens, tokensLeft }: ReplyFacts,
): void {
  reply
    // Some clients, such as curl, read the plain name only.
    .header(
      'content-disposition',
      `attachment; filename="${plainName(filename)}"; filename*=UTF-8''${encodedName(filename)}`,
    )
    .header('levro-tokens-charged', tokens)
    .header('levro-tokens-left', tokensLeft)
    .header('levro-warnings', warnings.join(','))
  if (jobId !== null) reply.header('levro-job', jobId)
}

/** As RFC 6266 (appendix D) advises: without characters that clients read in different ways. */
const plainName = (name: string): string => name.replaceAll(/[^\w. -]/g, '_')

/** As RFC 8187 (3.2.1) encodes it. */
const encodedName = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.codePointAt(0)?.toString(16).toUpperCase()}`,
  )
