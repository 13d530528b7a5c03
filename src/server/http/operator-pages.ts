import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { languageOfPath } from '#i18n/language.ts'
import { escapeHtml } from '#product/display-text.ts'
import { OPERATOR_ATTRIBUTE, type Operator, operatorLine } from '#product/operator.ts'

/** An empty element of a page that is for the operator's line. */
const PLACE = new RegExp(`(<(\\w+)(?: [^<>]*)? ${OPERATOR_ATTRIBUTE}=""[^<>]*>)(?=</\\2>)`, 'g')

/** Writes the operator's line into a page, in the page's language. */
export function fillOperator(html: string, path: string, operator: Operator): string {
  const line = escapeHtml(operatorLine(operator, languageOfPath(path)))
  return html.replaceAll(PLACE, (place) => place + line)
}

const ENCODINGS = ['br', 'gzip'] as const
type Encoding = (typeof ENCODINGS)[number]

const COMPRESS: Record<Encoding, (html: Buffer) => Buffer> = {
  // The highest quality takes 20 times as long and saves a tenth.
  br: (html) => brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (html) => gzipSync(html),
}

/** A page that differs from its file: kept in memory, compressed when an encoding is first requested. */
export function makePageHandler(text: string) {
  const html = Buffer.from(text)
  const hash = createHash('sha256').update(html).digest('base64url').slice(0, 22)
  const compressed = new Map<Encoding, Buffer>()
  const contentIn = (encoding: Encoding): Buffer => {
    const content = compressed.get(encoding) ?? COMPRESS[encoding](html)
    compressed.set(encoding, content)
    return content
  }
  return (request: FastifyRequest, reply: FastifyReply) => {
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    const etag = `"${hash}${encoding === undefined ? '' : `-${encoding}`}"`
    reply.header('vary', 'accept-encoding').header('etag', etag)
    // A proxy that recompresses makes the tag weak.
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
    if (encoding === undefined) return reply.send(html)
    return reply.header('content-encoding', encoding).send(contentIn(encoding))
  }
}

/** The first of our encodings that the header names without refusing it (`q=0`). */
function acceptedEncoding(header: string | string[] | undefined): Encoding | undefined {
  const accepted = String(header ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(?:\.0*)?$/.test(part))
    .map((part) => part.split(';', 1)[0]?.trim())
  return ENCODINGS.find((encoding) => accepted.includes(encoding))
}
