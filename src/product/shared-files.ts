import { type Lang, localizedPath } from '#i18n/language.ts'

/** Where the installed app receives files that are shared to it (Web Share Target), in each language. */
export const sharePath = (lang: Lang): string => localizedPath(lang, '/share')

/** The field of the form that has the files. */
export const SHARE_FIELD = 'files'

/** The cache in which the service worker keeps them until the page takes them, and the header with the name of each. */
export const SHARED_FILES_CACHE = 'shared-files'
export const SHARED_NAME_HEADER = 'x-file-name'

/** The parameter of the converter's address by which the page knows that files were shared. */
export const SHARED_PARAMETER = 'shared'

/** The address of the converter that takes the shared files. */
export const sharedFilesAddress = (lang: Lang): string =>
  `${localizedPath(lang, '/converter')}?mode=bulk&${SHARED_PARAMETER}=1`
