import { callHeaders } from '#engine/http/client.ts'
import { randomId } from '#engine/storage/identity.ts'

/** The calls that can be tried, each with its method and path. */
export const TRY_CALLS = {
  balance: { method: 'GET', path: '/api/auth/me' },
  rows: { method: 'POST', path: '/api/convert/bulk' },
  file: { method: 'POST', path: '/api/v1/files' },
  check: { method: 'POST', path: '/api/v1/files/check' },
} as const

export type TryCall = keyof typeof TRY_CALLS

export type TryRequest = {
  readonly call: TryCall
  /** Empty for the session of the page. */
  readonly apiKey: string
  /** Parameters, as in an address. */
  readonly query: string
  readonly body?: string | File
}

export type TryResponse = {
  readonly status: string
  /** Those that a program reads, a line each. */
  readonly headers: string
  /** Empty for a file. */
  readonly text: string
  readonly isCut: boolean
  readonly file?: { readonly name: string; readonly content: Blob }
}

const SHOWN_CHARACTERS = 20_000

const isShownHeader = (name: string): boolean => /^(?:content-type|location|retry-after|levro-.*)$/.test(name)

/**
 * Sends the request as a program would.
 * @throws a TypeError when there is no response, or the key has characters that no header can have
 */
export async function sendTry({ call, apiKey, query, body }: TryRequest): Promise<TryResponse> {
  const { method, path } = TRY_CALLS[call]
  const parameters = new URLSearchParams(query)
  if (body instanceof File && !parameters.has('name')) parameters.set('name', body.name)
  const response = await fetch(parameters.size === 0 ? path : `${path}?${parameters}`, {
    method,
    // A cookie would not be read either; nor is it sent.
    credentials: apiKey === '' ? 'same-origin' : 'omit',
    headers: {
      ...callHeaders(),
      ...(apiKey !== '' && { authorization: `Bearer ${apiKey}` }),
      ...(body !== undefined && {
        'content-type': typeof body === 'string' ? 'application/json' : 'application/octet-stream',
        'idempotency-key': randomId(),
      }),
    },
    ...(body !== undefined && { body }),
  })
  const lines = Array.from(response.headers).filter(([name]) => isShownHeader(name))
  const about = {
    status: `${response.status} ${response.statusText}`.trim(),
    headers: lines.map((line) => line.join(': ')).join('\n'),
  }
  const name = fileNameOf(response.headers)
  if (response.ok && name !== undefined)
    return { ...about, text: '', isCut: false, file: { name, content: await response.blob() } }
  const text = indented(await response.text())
  return { ...about, text: text.slice(0, SHOWN_CHARACTERS), isCut: text.length > SHOWN_CHARACTERS }
}

/** RFC 6266: `attachment; filename*=UTF-8''ceni.csv`. */
function fileNameOf(headers: Headers): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(headers.get('content-disposition') ?? '')?.[1]
  return encoded === undefined ? undefined : decodeURIComponent(encoded)
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
