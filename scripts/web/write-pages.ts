import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import type { PrerenderedPage } from '#src/app/prerendered-pages.ts'
import { paths } from '#src/paths.ts'
import { entryPage, listLaterFiles, listModuleFiles, readChunks } from './chunks.ts'

interface Prerender {
  siteAddresses: readonly string[]
  prerenderedPages: readonly PrerenderedPage[]
  renderPage: (path: string) => Promise<string>
}

/** The bundle through which every page except home is reached. */
const otherPages = 'src/app/SiteSubpages.tsx'
/** What every console page waits for. */
const consoleWorld = ['src/app/SignedInConsole.tsx', 'src/app/ConsoleApp.tsx']
const stylesheetLink = /^\s*<link rel="stylesheet".*\n/gm
const scriptTag = /<script type="module"[^>]*><\/script>/

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/**
 * The page's head. The server fills in `%BRAND%`, `%ORIGIN%` and `<!--structured-->`, as only it knows the
 * brand, the origin and the offers.
 */
function headOf({ path, title, description }: Omit<PrerenderedPage, 'module'>): string {
  const shown = escaped(`${title} · %BRAND%`)
  const said = escaped(description)
  const url = `%ORIGIN%${path}`
  return [
    `<title>${shown}</title>`,
    `<meta name="description" content="${said}" />`,
    `<link rel="canonical" href="${url}" />`,
    '<meta property="og:type" content="website" />',
    '<meta property="og:locale" content="zh_CN" />',
    '<meta property="og:site_name" content="%BRAND%" />',
    `<meta property="og:title" content="${shown}" />`,
    `<meta property="og:description" content="${said}" />`,
    `<meta property="og:url" content="${url}" />`,
    '<meta property="og:image" content="%ORIGIN%/preview.png" />',
    '<meta property="og:image:width" content="1200" />',
    '<meta property="og:image:height" content="630" />',
    '<meta name="twitter:card" content="summary_large_image" />',
    '<!--structured-->',
  ].join('\n    ')
}

/** Builds the site a second time, for Node. */
async function buildPrerender(out: string): Promise<Prerender> {
  await build({
    logLevel: 'warn',
    build: { ssr: 'src/app/prerender.tsx', outDir: out, manifest: false, copyPublicDir: false },
  })
  return import(pathToFileURL(join(out, 'prerender.js')).href)
}

/**
 * Writes the public pages from the built web: `pages.json`, a file per page with inlined styles, `console.html` for the console,
 * `app.html` for every other path, and `addresses.json` with all public paths. `web`, `pages`, `prerender`: directories.
 */
export async function writePages({ web, pages, prerender }: Record<'web' | 'pages' | 'prerender', string>): Promise<void> {
  const chunks = readChunks(web)
  const template = await readFile(join(web, 'index.html'), 'utf8')
  const sheets = new Map<string, string>()
  for (const file of Object.values(chunks).flatMap(({ styles }) => styles)) {
    sheets.set(file, await readFile(join(web, file), 'utf8'))
  }
  const { siteAddresses, prerenderedPages, renderPage } = await buildPrerender(prerender)

  /** Style files of the entries, followed by lazily loaded ones that the prerendered page already needs. */
  const stylesFor = (html: string, { own, later }: { own: readonly string[]; later: readonly string[] }): string[] => {
    const missing = new Set([...html.matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')))
    const namesIn = (file: string) => [...(sheets.get(file) ?? '').matchAll(/\.(_[\w-]+)/g)].map(([, name = '']) => name)
    const take = (file: string) => {
      for (const name of namesIn(file)) missing.delete(name)
    }
    own.forEach(take)
    const needed = later.filter((file) => {
      const isNeeded = !own.includes(file) && namesIn(file).some((name) => missing.has(name))
      if (isNeeded) take(file)
      return isNeeded
    })
    return [...own, ...needed]
  }

  const preloadsOf = (scripts: readonly string[]) =>
    scripts.filter((file) => !template.includes(file)).map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)

  async function write({ path, module, ...said }: PrerenderedPage): Promise<string> {
    const html = await renderPage(path)
    const { scripts, styles: own } = listModuleFiles(chunks, [entryPage, ...(path === paths.home() ? [] : [otherPages]), module])
    const later = listLaterFiles(chunks, module).styles
    const styles = stylesFor(html, { own, later })
    const preloads = preloadsOf(scripts)
    // The chunk loader finds these and does not fetch again what is inlined in the page.
    const inside = styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}" disabled>`)
    const sheet = `<style>${styles.map((file) => sheets.get(file)).join('')}</style>`
    return template
      .replace(stylesheetLink, '')
      .replace('<!--head-->', () => headOf({ path, ...said }))
      .replace(scriptTag, (script) => [sheet, ...inside, script, ...preloads].join('\n    '))
      .replace('<div id="root"></div>', () => `<div id="root">${html}</div>`)
  }

  await rm(pages, { recursive: true, force: true })
  await mkdir(pages, { recursive: true })
  const empty = template.replace('<!--head-->', '<title>%BRAND%</title>')
  await writeFile(join(pages, 'app.html'), empty)
  const consoleScripts = preloadsOf(listModuleFiles(chunks, [entryPage, ...consoleWorld]).scripts)
  await writeFile(
    join(pages, 'console.html'),
    empty.replace(scriptTag, (script) => [script, ...consoleScripts].join('\n    ')),
  )
  const index = await Promise.all(
    prerenderedPages.map(async (page, nth) => {
      const file = `${nth}.html`
      await writeFile(join(pages, file), await write(page))
      return { path: page.path, file }
    }),
  )
  await writeFile(join(pages, 'pages.json'), JSON.stringify(index))
  await writeFile(join(pages, 'addresses.json'), JSON.stringify(siteAddresses))
  await rm(join(web, 'index.html'))
}
