import { m } from '../i18n/messages/messages.js'
import { ButtonAnchor } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { SettingsPart } from './settings-part.tsx'

/** What is kept about the person, as a file. A link, so that the browser writes it to the disk as it comes. */
export function OwnData() {
  return (
    <SettingsPart title={m.data_title()} text={m.data_text()}>
      <ButtonAnchor look="plain" href="/api/account/data" download>
        <Icon name="download" />
        {m.data_download()}
      </ButtonAnchor>
    </SettingsPart>
  )
}
