/** Puts text on the clipboard. Safari allows that only when it is asked at once, with the text promised for later. */
export async function copyText(text: Promise<string>): Promise<void> {
  if (typeof ClipboardItem === 'undefined') return navigator.clipboard.writeText(await text)
  const type = 'text/plain'
  const blob = text.then((words) => new Blob([words], { type }))
  await navigator.clipboard.write([new ClipboardItem({ [type]: blob })])
}
