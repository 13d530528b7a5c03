// `npm run build`: the pages as they are served. Runs on the system's Node.
import { ensureBuilt } from './built.js'
import { ensureInstalled } from './installed.js'

ensureInstalled()
ensureBuilt()
