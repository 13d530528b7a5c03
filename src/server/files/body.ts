import { Busboy } from '@fastify/busboy'
import { MAX_RECIPE_BYTES } from '#formats/recipe/document.ts'
import { LIMITS } from '#product/limits.ts'

/** The file of a request, and the choices that were sent with it. */
export type FileBody = {
  /** As the client calls it; undefined where it does not. */
  readonly name: string | undefined
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly recipe: Uint8Array | undefined
}

const isForm = (contentType: string): boolean => /^\s*multipart\/form-data\b/i.test(contentType)

/** Fields and files of a form, others than the two that are read: clients send some of their own. */
const MAX_PARTS = 20

/** Reads a body: a form with the fields `file` and `recipe`, or the file alone. Undefined for a form without a file, or a broken one. */
export async function readBody(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
): Promise<FileBody | undefined> {
  if (!isForm(contentType))
    return bytes.length === 0 ? undefined : { name: undefined, bytes, recipe: undefined }
  try {
    return await readForm(bytes, contentType)
  } catch {
    return undefined
  }
}

/** @throws for a body that is no form */
function readForm(bytes: Uint8Array, contentType: string): Promise<FileBody | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<FileBody | undefined>()
  const form = new Busboy({
    headers: { 'content-type': contentType },
    limits: {
      // One byte more than each may have: longer ones are refused in words.
      fileSize: LIMITS.fileBytes + 1,
      fieldSize: MAX_RECIPE_BYTES + 1,
      files: MAX_PARTS,
      fields: MAX_PARTS,
      parts: MAX_PARTS,
      headerPairs: MAX_PARTS,
      headerSize: 16 * 1024,
    },
  })
  let file: Pick<FileBody, 'name' | 'bytes'> | undefined
  let recipe: Uint8Array | undefined
  let isAmbiguous = false
  form.on('file', (field, stream, filename) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.once('end', () => {
      const content = Buffer.concat(chunks)
      // A recipe may be sent as a file, too.
      if (field === 'recipe') recipe = content
      else if (field === 'file') {
        isAmbiguous ||= file !== undefined
        file = { name: filename || undefined, bytes: new Uint8Array(content) }
      }
    })
    stream.once('error', reject)
  })
  form.on('field', (field, value) => {
    if (field === 'recipe') recipe = Buffer.from(value)
  })
  form.once('error', reject)
  form.once('finish', () => resolve(file === undefined || isAmbiguous ? undefined : { ...file, recipe }))
  form.end(bytes)
  return promise
}
