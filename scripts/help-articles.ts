/** `npm run help:index`: writes the help article list from front matter. `--check` only reports whether it is current. */
import { readFileSync, writeFileSync } from 'node:fs'
import { buildHelpArticlesModule } from './web/help-articles.ts'

const target = 'contract/help-articles.ts'
const text = buildHelpArticlesModule()
if (!process.argv.includes('--check')) writeFileSync(target, text)
else if (readFileSync(target, 'utf8') !== text) throw new Error('contract/help-articles.ts is not current: npm run help:index')
