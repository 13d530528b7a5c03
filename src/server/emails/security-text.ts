import { LANGUAGES, type Lang } from '#i18n/language.ts'
import { PRODUCT } from '#product/product.ts'
import type { EmailText } from '../mail/layout.ts'
import type { FactorChange } from '../auth/second-factor/factors.ts'

/** Emails about what protects an account. */
export type SecurityTexts = {
  /** @param device browser and system; empty when unknown */
  'new-device': (device: string, at: number) => EmailText
  'failed-sign-ins': EmailText
  /** @param isBlocked whether codes of the app are no longer accepted */
  'failed-codes': (isBlocked: boolean) => EmailText
  /** @param change a {@link FactorChange} */
  'second-factor': (change: string) => EmailText
  'device-code': (code: string) => EmailText
  /** @param name of the key, with how it begins */
  'api-key': (name: string, at: number) => EmailText
}

/** Date and time in Bulgaria, where the product is sold. */
const timeIn = (lang: Lang, time: number): string =>
  new Intl.DateTimeFormat(LANGUAGES[lang].tag, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/Sofia',
  }).format(time)

const FACTOR_CHANGE: Record<Lang, Readonly<Record<string, string>> & Record<FactorChange, string>> = {
  bg: {
    'passkey-added': 'Добавен е ключ за достъп.',
    'passkey-removed': 'Премахнат е ключ за достъп.',
    'app-added': 'Добавено е приложение за кодове.',
    'app-removed': 'Премахнато е приложението за кодове.',
    'codes-replaced': 'Създадени са нови резервни кодове; предишните вече не важат.',
    'removed-by-support':
      'По молба до поддръжката двуфакторната защита на профила ви е премахната. За вход стига паролата.',
    'removed-unproven':
      'Имейлът на профила не беше потвърждаван. Затова с новата парола премахнахме ключовете за достъп, приложението и резервните кодове, добавени дотогава: не знаем дали са ваши. Ако са били, добавете ги отново.',
    'code-used': 'Използван е резервен код. Той вече не важи.',
  },
  en: {
    'passkey-added': 'A passkey was added.',
    'passkey-removed': 'A passkey was removed.',
    'app-added': 'An authenticator app was added.',
    'app-removed': 'The authenticator app was removed.',
    'codes-replaced': 'New recovery codes were created; the former ones no longer work.',
    'removed-by-support':
      'At the request of the account’s owner, support has removed its two-step protection. The password alone signs in.',
    'removed-unproven':
      'The email of the account had not been confirmed. So the new password has removed the passkeys, the app and the recovery codes that were added before: we do not know whether they were yours. If they were, add them again.',
    'code-used': 'A recovery code was used. It no longer works.',
  },
}

export const SECURITY_TEXT: Record<Lang, SecurityTexts> = {
  bg: {
    'new-device': (device, at) => ({
      subject: `Вход от ново устройство в ${PRODUCT.name.bg}`,
      greeting: 'Здравейте,',
      body: [
        'В профила ви влезе устройство, което не познаваме.',
        [
          ...(device === '' ? [] : [`Устройство: ${device}`]),
          `Кога: ${timeIn('bg', at)} (българско време)`,
        ].join('\n'),
        'Ако сте били вие, не е нужно да правите нищо. Ако не сте, прекратете сесията от настройките и сменете паролата си.',
      ],
      action: 'Вижте устройствата си',
      after: [],
    }),
    'failed-sign-ins': {
      subject: `Неуспешни опити за вход в профила ви в ${PRODUCT.name.bg}`,
      greeting: 'Здравейте,',
      body: [
        'Някой въведе грешна парола за профила ви поне десет пъти за един час. Нищо в профила не е променено и той не е заключен.',
        'Ако сте били вие, не е нужно да правите нищо. Ако не сте, проверете дали паролата ви не се използва и другаде, и добавете ключ за достъп или приложение за кодове – тогава паролата сама не стига за вход.',
      ],
      action: 'Отворете настройките',
      after: [],
    },
    'failed-codes': (isBlocked) => ({
      subject: `Някой знае паролата ви в ${PRODUCT.name.bg}?`,
      greeting: 'Здравейте,',
      body: [
        'Някой въведе вярната парола за профила ви, а след нея – няколко грешни кода за двуфакторната защита. Не е влязъл и нищо в профила не е променено.',
        ...(isBlocked
          ? [
              'Грешните кодове подред станаха твърде много и засега не приемаме кодове от приложението. Ще ги приемаме отново, след като влезете с ключ за достъп или с резервен код, или зададете нова парола.',
            ]
          : []),
        'Ако сте били вие, не е нужно да сменяте паролата си. Ако не сте, друг човек я знае: веднага задайте нова и я сменете навсякъде, където сте използвали същата.',
      ],
      action: 'Задайте нова парола',
      after: [],
    }),
    'second-factor': (change) => ({
      subject: `Промяна в двуфакторната защита на профила ви в ${PRODUCT.name.bg}`,
      greeting: 'Здравейте,',
      body: [
        FACTOR_CHANGE.bg[change] ?? '',
        `Ако сте били вие, не е нужно да правите нищо. Ако не сте, веднага премахнете от настройките ключовете за достъп и приложението, които не са ваши, сменете паролата си и ни пишете на ${PRODUCT.supportEmail}.`,
      ],
      action: 'Отворете настройките',
      after: [],
    }),
    'device-code': (code) => ({
      subject: `Код за вход в ${PRODUCT.name.bg}`,
      greeting: 'Здравейте,',
      body: [
        'Поискан е код, за да влезете в профила си от ново устройство въпреки неуспешните опити на други. Въведете го на страницата за вход, а след него – и паролата си.',
        code,
      ],
      after: [
        'Кодът важи един час и може да се използва само веднъж. Не го давайте на никого: ние никога няма да ви го поискаме.',
        'Ако не сте го поискали вие, не правете нищо.',
      ],
    }),
    'api-key': (name, at) => ({
      subject: `Нов API ключ в профила ви в ${PRODUCT.name.bg}`,
      greeting: 'Здравейте,',
      body: [
        'В профила ви е създаден API ключ. С него програма може, без да влиза с парола, само това, което е избрано за ключа.',
        [`Ключ: ${name}`, `Кога: ${timeIn('bg', at)} (българско време)`].join('\n'),
        'Ако сте били вие, не е нужно да правите нищо. Ако не сте, отменете ключа от настройките и сменете паролата си: сама по себе си новата парола не спира ключа.',
      ],
      action: 'Вижте ключовете си',
      after: [],
    }),
  },
  en: {
    'new-device': (device, at) => ({
      subject: `A new device has signed in at ${PRODUCT.name.en}`,
      greeting: 'Hello,',
      body: [
        'A device that we do not know has signed in to your account.',
        [
          ...(device === '' ? [] : [`Device: ${device}`]),
          `When: ${timeIn('en', at)} (time in Bulgaria)`,
        ].join('\n'),
        'If it was you, there is nothing you need to do. If it was not, end its session in the settings and change your password.',
      ],
      action: 'View your devices',
      after: [],
    }),
    'failed-sign-ins': {
      subject: `Failed attempts to sign in to your account at ${PRODUCT.name.en}`,
      greeting: 'Hello,',
      body: [
        'Someone entered a wrong password for your account at least ten times within an hour. Nothing in it was changed, and it is not locked.',
        'If it was you, there is nothing you need to do. If it was not, make sure that you use this password nowhere else, and add a passkey or an authenticator app: then the password alone is not enough to sign in.',
      ],
      action: 'Open the settings',
      after: [],
    },
    'failed-codes': (isBlocked) => ({
      subject: `Does someone know your password for ${PRODUCT.name.en}?`,
      greeting: 'Hello,',
      body: [
        'Someone entered the right password for your account, and several wrong codes of the two-step protection after it. They have not signed in, and nothing in your account was changed.',
        ...(isBlocked
          ? [
              'There were too many wrong codes in a row, so codes of the app are not accepted for now. They will be once you sign in with a passkey or a recovery code, or set a new password.',
            ]
          : []),
        'If it was you, there is no need to change your password. If it was not, someone else knows it: set a new one at once, also wherever else you have used it.',
      ],
      action: 'Set a new password',
      after: [],
    }),
    'second-factor': (change) => ({
      subject: `The two-step protection of your account at ${PRODUCT.name.en} was changed`,
      greeting: 'Hello,',
      body: [
        FACTOR_CHANGE.en[change] ?? '',
        `If it was you, there is nothing you need to do. If it was not, remove the passkeys and the app that are not yours in the settings at once, change your password, and write to us at ${PRODUCT.supportEmail}.`,
      ],
      action: 'Open the settings',
      after: [],
    }),
    'device-code': (code) => ({
      subject: `Your sign-in code for ${PRODUCT.name.en}`,
      greeting: 'Hello,',
      body: [
        'Someone asked for a code to sign in to your account on a new device in spite of failed attempts by others. Enter it on the sign-in page, and your password after it.',
        code,
      ],
      after: [
        'The code works once and expires in one hour. Give it to no one: we will never ask you for it.',
        'If it was not you, do nothing.',
      ],
    }),
    'api-key': (name, at) => ({
      subject: `A new API key in your account at ${PRODUCT.name.en}`,
      greeting: 'Hello,',
      body: [
        'An API key was created in your account. With it a program can do what was chosen for the key, without signing in.',
        [`Key: ${name}`, `When: ${timeIn('en', at)} (time in Bulgaria)`].join('\n'),
        'If it was you, there is nothing you need to do. If it was not, revoke the key in the settings and change your password: a new password alone does not stop the key.',
      ],
      action: 'View your keys',
      after: [],
    }),
  },
}
