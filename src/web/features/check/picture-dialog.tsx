import { useEffect, useRef, useState } from 'react'
import { PRODUCT } from '#product/product.ts'
import type { CheckedFile } from '#engine/check/types.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../routing/location.ts'
import { saveFile } from '../../ui/browser.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toasts } from '../../ui/toasts.tsx'
import { drawPicture } from './picture.ts'
import { checkFileName, outcomeText } from './verdict.ts'

const PNG = 'image/png'

const canShareFiles = (): boolean =>
  typeof navigator.canShare === 'function' &&
  navigator.canShare({ files: [new File([''], 'picture.png', { type: PNG })] })

type Props = { checked: CheckedFile; onDismiss: () => void }

/** Shows the picture of the result, to be shared where the device can share files, or downloaded. */
export default function PictureDialog({ checked, onDismiss }: Props) {
  const lang = useLang()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [hasName, setHasName] = useState(true)
  const [time] = useState(() => Date.now())
  const [canShare] = useState(canShareFiles)
  const result = outcomeText(checked, lang)
  useEffect(() => {
    if (!canvas.current) return
    drawPicture(canvas.current, { checked, lang, hasName, time }).catch(() => {
      toasts.show(m.check_picture_not_loaded(), 'destructive')
      onDismiss()
    })
  }, [checked, lang, hasName, time, onDismiss])

  async function makeFile(): Promise<File> {
    // Drawn again: the last change may still wait for a font.
    await drawPicture(canvas.current!, { checked, lang, hasName, time })
    const blob = await new Promise<Blob | null>((resolve) => canvas.current!.toBlob(resolve, PNG))
    if (!blob) throw new Error('The browser made no picture.')
    return new File([blob], checkFileName(hasName ? checked.file.name : PRODUCT.slug, 'png'), { type: PNG })
  }

  async function share() {
    try {
      await navigator.share({ files: [await makeFile()], title: result })
      onDismiss()
    } catch (error) {
      // The user has closed the list of programs.
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        toasts.show(m.export_failed(), 'destructive')
    }
  }

  async function save() {
    try {
      const file = await makeFile()
      saveFile(file, file.name)
    } catch {
      toasts.show(m.export_failed(), 'destructive')
    }
  }

  const actions = (
    <>
      <Button look="plain" onClick={onDismiss}>
        {m.close()}
      </Button>
      <Button look={canShare ? 'tinted' : 'filled'} onClick={() => void save()}>
        {m.check_picture_save()}
      </Button>
      {canShare && (
        <Button look="filled" onClick={() => void share()}>
          {m.check_picture_share()}
        </Button>
      )}
    </>
  )
  return (
    <Dialog wide title={m.check_picture_title()} onDismiss={onDismiss} actions={actions}>
      <canvas
        ref={canvas}
        lang={lang}
        role="img"
        aria-label={m.check_picture_alt({ result })}
        width={1200}
        height={630}
        className="h-auto w-full rounded-base border border-line"
      />
      <label className="inline-flex min-h-11 items-center gap-2.5 font-semibold">
        <input
          type="checkbox"
          checked={hasName}
          onChange={({ target }) => setHasName(target.checked)}
          className="size-5 accent-action"
        />
        {m.check_picture_name()}
      </label>
    </Dialog>
  )
}
