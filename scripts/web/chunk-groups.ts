import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'
import { consoleStarts } from './console-starts.ts'
import { reachModules } from './reach-modules.ts'

type Graph = Rolldown.ChunkingContext

const idOf = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url))
const firstPage = idOf('index.html')
const consoleGate = idOf('src/app/SignedInConsole.tsx')
const homePage = idOf('src/app/HomeRoute.tsx')
/** What every console page loads first, and what most of them consist of. */
const consoleFirst = [
  ...['app/SignedInConsole.tsx', 'app/ConsoleApp.tsx', 'session/load-user.ts', 'session/shared-stream.ts'],
  ...['ui/header/requests.ts', 'ui/header/NotificationBell.tsx', 'ui/header/UserMenu.tsx'],
  ...['admin/form/ResourceCreatePage.tsx', 'admin/show/ResourceShowPage.tsx'],
]
  .map((file) => `src/${file}`)
  .concat(consoleStarts.flatMap(({ modules }) => modules))
  .map(idOf)
/** The error messages, which most pages do not need. */
const codes = idOf('contract/codes.ts')

/** What the public pages consist of. */
const collectSite = (graph: Graph) => reachModules(graph, [firstPage], (next) => next !== consoleGate)

/** Names the chunk of a module shared by public pages and the console: a public page must not load console code for it. */
function createSharedName(): (id: string, graph: Graph) => string | null {
  let worlds: Record<'first' | 'site' | 'console', Set<string>> | undefined
  return (id, graph) => {
    worlds ??= {
      first: reachModules(graph, [firstPage]),
      site: collectSite(graph),
      console: reachModules(graph, consoleFirst),
    }
    const { first, site, console } = worlds
    if (!site.has(id) || !console.has(id)) return null
    const needed = [...reachModules(graph, [id])]
    if (needed.some((at) => at.includes('/node_modules/') && !first.has(at))) return 'calls'
    return needed.includes(codes) ? 'codes' : 'common'
  }
}

/** Names the chunk of what every page loads first. Home shares some of it with the console, which needs nothing else of home. */
function createIndexName(): (id: string, graph: Graph) => string | null {
  let first: Set<string> | undefined
  let home: Set<string> | undefined
  let console: Set<string> | undefined
  return (id, graph) => {
    first ??= reachModules(graph, [firstPage])
    home ??= reachModules(graph, [homePage])
    console ??= reachModules(graph, consoleFirst)
    return first.has(id) || (home.has(id) && console.has(id)) ? 'index' : null
  }
}

/**
 * Names the chunk of a module of the console that no public page loads: by the start pages that load it first, else by `otherwise`.
 * Over HTTP/1.1 each small file waits for one of six connections.
 */
function createConsoleName(otherwise: string | null = null, suffix = ''): (id: string, graph: Graph) => string | null {
  let site: Set<string> | undefined
  let starts: { name: string; modules: Set<string> }[] | undefined
  return (id, graph) => {
    site ??= collectSite(graph)
    starts ??= consoleStarts.map(({ name, modules }) => ({ name, modules: reachModules(graph, modules.map(idOf)) }))
    if (site.has(id)) return null
    const loadedBy = starts.filter(({ modules }) => modules.has(id))
    return loadedBy.length ? loadedBy.map(({ name }) => name).join('-') + suffix : otherwise
  }
}

const groups: Rolldown.CodeSplittingGroup[] = [
  // what every page loads first; packages in their own chunk, as the browser's cache keeps them across releases
  { name: 'packages', tags: ['$initial'], test: /\/node_modules\// },
  { name: createIndexName(), debugName: 'index', includeDependenciesRecursively: false },
  { name: 'home', test: /\/src\/app\/HomeRoute\.tsx$/ },
  { name: createSharedName(), debugName: 'shared', includeDependenciesRecursively: false },
  // every antd input imports the form context; the form itself and its validator are only for pages with a form
  { name: 'form', test: /\/(rc-field-form\/es\/(?!FormContext)|async-validator\/)/, includeDependenciesRecursively: false },
  // with what every page of the console draws beside its own
  { name: 'console', test: /\/src\/(app\/(ConsoleApp|live-session)|features\/wallet\/spend-rate\/SpendRateBar)\.tsx?$/ },
  {
    name: createConsoleName(),
    debugName: 'console-starts-shared',
    minShareCount: 25,
    includeDependenciesRecursively: false,
  },
  { name: createConsoleName(null, '-own'), debugName: 'console-starts', includeDependenciesRecursively: false },
  {
    name: createConsoleName('console-parts'),
    debugName: 'console-parts',
    minShareCount: 60,
    includeDependenciesRecursively: false,
  },
]

/** Few large chunks of modules needed together: a hundred small files compress worse. The first matching group takes a module. */
export const chunkGroups = groups.map((group, index) => ({ ...group, priority: groups.length - index }))
