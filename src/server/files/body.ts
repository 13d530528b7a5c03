import { Busboy } from '@fastify/busboy'
import { MAX_RECIPE_BYTES } from '#formats/recipe/document.ts'
import { LIMITS } from '#product/limits.ts'
import { type InvalidBody, isChoiceName } from './choices.ts'

/** The file of a request, and the choices that were sent with it. */
export type FileBody = {
  readonly ok: true
  /** As the client calls it; undefined where it does not. */
  readonly name: string | undefined
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly recipe: Uint8Array | undefined
}

const isForm = (contentType: string): boolean => /^\s*multipart\/form-data\b/i.test(contentType)

/** Fields and files of a form, others than the two that are read: clients send some of their own. */
const MAX_PARTS = 20

const PIECE_BYTES = 64 * 1024

/** Reads a body: a form with the fields `file` and `recipe`, or the file alone. */
export async function readBody(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
): Promise<FileBody | InvalidBody> {
  if (!isForm(contentType))
    return bytes.length === 0 ? NO_FILE : { ok: true, name: undefined, bytes, recipe: undefined }
  try {
    return await readForm(bytes, contentType)
  } catch {
    return BROKEN_FORM
  }
}

const NO_FILE: InvalidBody = { ok: false, code: 'file_unreadable', reason: 'no_file' }
const BROKEN_FORM: InvalidBody = { ok: false, code: 'file_unreadable', reason: 'broken_form' }

/** @throws for a body that is no form, or has more than one file, more than one recipe, or too many fields */
function readForm(bytes: Uint8Array, contentType: string): Promise<FileBody | InvalidBody> {
  const { promise, resolve, reject } = Promise.withResolvers<FileBody | InvalidBody>()
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
  const setRecipe = (content: Uint8Array) => {
    if (recipe !== undefined) refuse()
    recipe = content
  }
  form.on('file', (field, stream, filename) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.once('end', () => {
      const content = Buffer.concat(chunks)
      // A recipe may be sent as a file, too.
      if (field === 'recipe') setRecipe(content)
      else if (field === 'file') {
        if (file !== undefined) refuse()
        file = { name: filename || undefined, bytes: new Uint8Array(content) }
      }
    })
    stream.once('error', reject)
  })
  // A field can be without a name, whatever its type says.
  form.on('field', (field: string | undefined, value) => {
    if (field === 'recipe') setRecipe(Buffer.from(value))
    // It would have no effect, and the file be converted otherwise than it was meant.
    else if (field !== undefined && isChoiceName(field))
      resolve({ ok: false, code: 'invalid_choice', reason: 'choice_in_form', text: field })
  })
  // What follows would be ignored, and may be the recipe.
  for (const event of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) form.once(event, refuse)
  form.once('error', reject)
  form.once('finish', () => resolve(file === undefined ? NO_FILE : { ok: true, ...file, recipe }))
  // In pieces: of one with millions of fields only the first is parsed.
  for (let at = 0; at < bytes.length && !form.destroyed; at += PIECE_BYTES)
    form.write(bytes.subarray(at, at + PIECE_BYTES))
  if (!form.destroyed) form.end()
  return promise

  function refuse(): void {
    reject(new Error('The form has more than it may have.'))
    form.destroy()
  }
}
