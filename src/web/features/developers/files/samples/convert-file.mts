import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'

const FILES = 'https://levro.bg/api/v1/files'

async function send(url: string, init: RequestInit = {}): Promise<Response> {
  const headers = { ...init.headers, authorization: `Bearer ${process.env.LEVRO_KEY}` }
  const response = await fetch(url, { ...init, headers })
  if (response.ok) return response
  const { code, error } = await response.json()
  throw new Error(`${code}: ${error}`)
}

async function convertFile(name: string): Promise<Response> {
  const file = await readFile(name)
  const response = await send(`${FILES}?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    body: file,
    headers: {
      'content-type': 'application/octet-stream',
      // The key is that of the file: sent again, it is charged once.
      'idempotency-key': createHash('sha256').update(file).digest('hex'),
    },
  })
  if (response.status !== 202) return response
  // More than 20,000 rows: converted after the response.
  const { id } = await response.json()
  for (;;) {
    await setTimeout(1000)
    const { state, error } = await (await send(`${FILES}/${id}`)).json()
    if (state === 'failed') throw new Error(`${error.code}: ${error.error}`)
    if (state === 'done') return send(`${FILES}/${id}/result`)
  }
}

const result = await convertFile('prices.csv')
await writeFile('prices-eur.csv', Buffer.from(await result.arrayBuffer()))
console.log(`Tokens charged: ${result.headers.get('levro-tokens-charged')}`)
console.log(`Warnings: ${result.headers.get('levro-warnings')}`)
