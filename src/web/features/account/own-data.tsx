import { callHeaders, requireAnswer } from '#engine/http/client.ts'
import { download } from '../../ui/browser.ts'
import { m } from '#i18n/messages/messages.js'
import { useAttempt } from '../../session/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-status.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SettingsPart } from './settings-section.tsx'

/**
 * What is kept about the person, as a file. The browser holds it outside of the page, and on the disk when it is large;
 * a link alone could not say why there is none.
 */
async function fetchData(): Promise<Blob> {
  const init: RequestInit = { credentials: 'include', headers: callHeaders() }
  return (await requireAnswer('/api/account/data', init)).blob()
}

export function OwnData() {
  const { error, isBusy, attempt } = useAttempt(m.data_failed())
  const save = () => attempt(async () => download(await fetchData(), 'levro-data.json'))
  return (
    <SettingsPart title={m.data_title()} text={m.data_text()}>
      <Button look="plain" isUnavailable={isBusy} onClick={() => void save()}>
        <Icon name="download" />
        {isBusy ? m.sending() : m.data_download()}
      </Button>
      <FormError text={error?.text} />
    </SettingsPart>
  )
}
