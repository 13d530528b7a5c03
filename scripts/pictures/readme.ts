import { join } from 'node:path'
import { ROOT } from '../installed.js'
import { convertList } from './bulk-scenes.ts'
import type { RunningProduct } from './product.ts'
import { settle } from './take.ts'

const SIZE = { width: 1440, height: 900 }

/** Takes the README's screenshot, the results of a converted price list. Returns its path. */
export async function takeReadmePicture(product: RunningProduct): Promise<string> {
  const file = join(ROOT, 'docs', 'levro.png')
  const person = await product.member('en', 1000)
  const { page } = person
  await page.setViewportSize(SIZE)
  await convertList(person, 'en')
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  // Hides the focus outline of the results.
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  await settle(page)
  await page.screenshot({ path: file, animations: 'disabled' })
  await person.leave()
  return file
}
