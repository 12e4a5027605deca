import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import type * as Bundle from '#src/app/prerender.tsx'
import type { DrawnPage, PrerenderedPage } from '#src/app/prerendered-pages.ts'
import { paths } from '#src/paths.ts'
import { renderAntdStyles } from './antd-styles.ts'
import { entryPage, listLaterFiles, listModuleFiles, readChunks } from './chunks.ts'
import { consoleStarter, consoleStarts, formatStart } from './console-starts.ts'

type Prerender = Pick<typeof Bundle, 'drawnPages' | 'formatPageHead' | 'prerenderedPages' | 'renderPage' | 'siteAddresses'>

/** The bundle through which every page except home is reached. */
const otherPages = 'src/app/SiteSubpages.tsx'
/** What every console page waits for. */
const consoleWorld = ['src/app/SignedInConsole.tsx', 'src/app/ConsoleApp.tsx']
const starterPatienceMs = 3_000
const stylesheetLink = /^\s*<link rel="stylesheet".*\n/gm
const emptyRoot = '<div id="root"></div>'
const modulePreload = /^\s*<link rel="modulepreload".*\n/gm
const scriptTag = /<script type="module"[^>]*><\/script>/

/**
 * Starts a written page's own code: once the whole page has been painted, since the start of some twenty requests takes a slow phone as
 * long as the rest of it. The first paint may show its head alone, so the frame after all of it was parsed counts, and it is on the
 * screen once the next one begins. A page in the background is not painted. A file, as the content security policy allows no script
 * inline.
 */
const starter = `(() => {
  let begun = false
  const begin = () => {
    if (begun) return
    begun = true
    for (const link of document.querySelectorAll('link[data-later]')) link.rel = 'modulepreload'
    import(document.querySelector('link[data-entry]').href)
  }
  setTimeout(begin, ${starterPatienceMs})
  const afterPaint = () => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(begin)))
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', afterPaint)
  else afterPaint()
})()
`

/** Writes a file of the web that the bundler does not know, its name changing with its text. `name`: with its extension. */
async function writeAsset(web: string, name: `${string}.${string}`, text: string): Promise<string> {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 8)
  const file = `assets/${name.replace('.', `-${hash}.`)}`
  await writeFile(join(web, file), text)
  return file
}

/** Builds the site a second time, for Node: the build writes pages with it, and the server draws some when asked for them. */
export async function buildPrerender(out: string): Promise<Prerender> {
  await build({
    logLevel: 'warn',
    build: {
      ssr: 'src/app/prerender.tsx',
      outDir: out,
      manifest: false,
      copyPublicDir: false,
      rolldownOptions: { output: { entryFileNames: '[name].mjs', chunkFileNames: 'assets/[name]-[hash].mjs' } },
    },
    // whole in itself: half the size in memory, and React's fast build whatever NODE_ENV the server has
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  return import(pathToFileURL(join(out, 'prerender.mjs')).href)
}

/**
 * Writes the public pages from the built web: `pages.json`, a file per page with inlined styles, `drawn.json` with the pages that
 * the server draws, `console.html` for the console with copies by path in `console.json`, `app.html` for every other path, and
 * `addresses.json` with all public paths.
 * `web`, `pages`, `prerender`: directories.
 */
export async function writePages({
  web,
  pages,
  prerender,
  apiHost,
}: Record<'web' | 'pages' | 'prerender' | 'apiHost', string>): Promise<void> {
  const chunks = readChunks(web)
  const template = await readFile(join(web, 'index.html'), 'utf8')
  const sheets = new Map<string, string>()
  for (const file of Object.values(chunks).flatMap(({ styles }) => styles)) {
    sheets.set(file, await readFile(join(web, file), 'utf8'))
  }
  const { siteAddresses, prerenderedPages, drawnPages, renderPage, formatPageHead } = await buildPrerender(prerender)

  const starterFile = await writeAsset(web, 'start.js', starter)
  const entryFile = /src="\/([^"]+)"/.exec(scriptTag.exec(template)?.[0] ?? '')?.[1] ?? ''

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

  /** The page around its content: what it loads, and its styles inline. `parts`: modules it loads lazily for its first screen. */
  async function frame(path: string, module: string, parts: readonly string[] = []) {
    const html = await renderPage(path)
    const worlds = path === paths.home() ? [] : [otherPages]
    const { scripts, styles: own } = listModuleFiles(chunks, [entryPage, ...worlds, module, ...parts])
    const later = listLaterFiles(chunks, module).styles
    const styles = stylesFor(html, { own, later })
    const start = [
      `<script async src="/${starterFile}"></script>`,
      ...[...new Set([entryFile, ...scripts])].map(
        (file) => `<link data-later${file === entryFile ? ' data-entry' : ''} crossorigin href="/${file}">`,
      ),
    ]
    // The chunk loader finds these and does not fetch again what is inlined in the page.
    const inside = styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}" disabled>`)
    const sheet = `<style>${styles.map((file) => sheets.get(file)).join('')}</style>`
    const around = template
      .replace(stylesheetLink, '')
      .replace(modulePreload, '')
      .replace(scriptTag, () => [sheet, ...inside, ...start].join('\n    '))
    return { html, around }
  }

  async function write({ path, module, title, description }: PrerenderedPage): Promise<string> {
    const { html, around } = await frame(path, module)
    const head = formatPageHead({ address: path, title, description, brand: '%BRAND%', origin: '%ORIGIN%' })
    return around.replace('<!--head-->', () => head).replace(emptyRoot, () => `<div id="root">${html}</div>`)
  }

  async function writeDrawn({ path, module, parts }: DrawnPage): Promise<string> {
    const { around } = await frame(path, module, parts)
    return around.replace(emptyRoot, '<div id="root"><!--drawn--></div><!--data-->')
  }

  /** The console's empty page, and copies of it for the pages opened most, which name their own code and ask for their first answers. */
  async function writeConsole() {
    const antdStyles = await writeAsset(web, 'antd.css', renderAntdStyles())
    const consoleStart = await writeAsset(web, 'console-start.js', consoleStarter)
    const sizes = new Map(
      await Promise.all(Object.keys(chunks).map(async (file) => [file, (await stat(join(web, file))).size] as const)),
    )
    const fill = (modules: readonly string[], first = '') => {
      const { scripts, styles } = listModuleFiles(chunks, [entryPage, ...consoleWorld, ...modules])
      const looks = styles
        .filter((file) => !template.includes(file))
        .map((file) => `<link rel="preload" as="style" crossorigin href="/${file}">`)
      const preloads = preloadsOf(scripts.toSorted((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0)))
      // the largest first: over HTTP/1.1 the small ones fill the gaps
      const later = [...preloads, ...looks].map((link) => `  ${link}\n  `).join('')
      return empty
        .replace(/^ *<link rel="stylesheet"/m, (link) => `    <link rel="stylesheet" crossorigin href="/${antdStyles}">\n${link}`)
        .replace(scriptTag, (script) => [first, script].filter(Boolean).join('\n    '))
        .replace('</head>', () => `${later}</head>`)
    }
    await writeFile(join(pages, 'console.html'), fill([]))
    const index = await Promise.all(
      consoleStarts.map(async (page, nth) => {
        const file = `console-${nth}.html`
        const start = formatStart(apiHost, page).replaceAll('&', '&amp;').replaceAll('"', '&quot;')
        await writeFile(
          join(pages, file),
          fill(page.modules, `<script async src="/${consoleStart}" data-start="${start}"></script>`),
        )
        return page.paths.map((path) => ({ path, file }))
      }),
    )
    await writeFile(join(pages, 'console.json'), JSON.stringify(index.flat()))
  }

  await rm(pages, { recursive: true, force: true })
  await mkdir(pages, { recursive: true })
  const empty = template.replace('<!--head-->', '<title>%BRAND%</title>')
  await writeFile(join(pages, 'app.html'), empty)
  await writeConsole()
  const index = await Promise.all(
    prerenderedPages.map(async (page, nth) => {
      const file = `${nth}.html`
      await writeFile(join(pages, file), await write(page))
      return { path: page.path, file }
    }),
  )
  const drawn = await Promise.all(
    drawnPages.map(async (page, nth) => {
      const file = `drawn-${nth}.html`
      await writeFile(join(pages, file), await writeDrawn(page))
      return { path: page.path, file, params: page.params }
    }),
  )
  await writeFile(join(pages, 'drawn.json'), JSON.stringify(drawn))
  await writeFile(join(pages, 'pages.json'), JSON.stringify(index))
  await writeFile(join(pages, 'addresses.json'), JSON.stringify(siteAddresses))
  await rm(join(web, 'index.html'))
}
