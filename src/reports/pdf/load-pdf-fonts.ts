import regular from '@expo-google-fonts/manrope/400Regular/Manrope_400Regular.ttf?url'
import bold from '@expo-google-fonts/manrope/700Bold/Manrope_700Bold.ttf?url'
import type { FontFiles } from './fonts.ts'

/** The product's typeface as TrueType, which a PDF can carry; the pages have it as WOFF2. */
export async function loadPdfFonts(): Promise<FontFiles> {
  const [regularFile, boldFile] = await Promise.all([bytesOf(regular), bytesOf(bold)])
  return { regular: regularFile, bold: boldFile }
}

async function bytesOf(url: string): Promise<Uint8Array> {
  const reply = await fetch(url)
  if (!reply.ok) throw new Error(`The font was answered with ${reply.status}.`)
  return new Uint8Array(await reply.arrayBuffer())
}
