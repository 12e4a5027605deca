import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

type Graph = Rolldown.ChunkingContext

const idOf = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url))
const firstPage = idOf('index.html')
const consoleGate = idOf('src/app/SignedInConsole.tsx')
/** What every console page loads first, and what most of them consist of. */
const consoleStarts = [
  ...['app/SignedInConsole.tsx', 'app/ConsoleApp.tsx', 'session/load-user.ts', 'session/shared-stream.ts'],
  ...['ui/header/requests.ts', 'ui/header/NotificationBell.tsx', 'ui/header/UserMenu.tsx'],
  ...[
    'admin/list/ResourceListPage.tsx',
    'admin/form/ResourceCreatePage.tsx',
    'admin/show/ResourceShowPage.tsx',
    'features/instances/instances.resource.tsx',
  ],
].map((file) => idOf(`src/${file}`))
/** The error messages, which most pages do not need. */
const codes = idOf('contract/codes.ts')

/** These modules and all their dependencies, by static imports and by those import() that `follow` allows. */
function collectModules(graph: Graph, starts: readonly string[], follow: (id: string) => boolean = () => false): Set<string> {
  const met = new Set<string>()
  const visit = (id: string): void => {
    if (met.has(id)) return
    met.add(id)
    const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {}
    for (const next of [...importedIds, ...dynamicallyImportedIds.filter(follow)]) visit(next)
  }
  starts.forEach(visit)
  return met
}

/** What the public pages consist of. */
const collectSite = (graph: Graph) => collectModules(graph, [firstPage], (next) => next !== consoleGate)

/** Names the chunk of a module shared by public pages and the console: a public page must not load console code for it. */
function createSharedName(): (id: string, graph: Graph) => string | null {
  let worlds: Record<'first' | 'site' | 'console', Set<string>> | undefined
  return (id, graph) => {
    worlds ??= {
      first: collectModules(graph, [firstPage]),
      site: collectSite(graph),
      console: collectModules(graph, consoleStarts),
    }
    const { first, site, console } = worlds
    if (!site.has(id) || !console.has(id)) return null
    const needed = [...collectModules(graph, [id])]
    if (needed.some((at) => at.includes('/node_modules/') && !first.has(at))) return 'calls'
    return needed.includes(codes) ? 'codes' : 'common'
  }
}

/** Names the chunk of a module of the console that no public page loads. */
function createConsoleName(): (id: string, graph: Graph) => string | null {
  let site: Set<string> | undefined
  return (id, graph) => {
    site ??= collectSite(graph)
    return site.has(id) ? null : 'console-parts'
  }
}

const groups: Rolldown.CodeSplittingGroup[] = [
  // what every page loads first; packages in their own chunk, as the browser's cache keeps them across releases
  { name: 'packages', tags: ['$initial'], test: /\/node_modules\// },
  { name: 'index', tags: ['$initial'] },
  { name: 'home', test: /\/src\/app\/HomeRoute\.tsx$/ },
  { name: createSharedName(), debugName: 'shared', includeDependenciesRecursively: false },
  // every antd input imports the form context; the form itself and its validator are only for pages with a form
  { name: 'form', test: /\/(rc-field-form\/es\/(?!FormContext)|async-validator\/)/, includeDependenciesRecursively: false },
  { name: 'console', test: /\/src\/app\/ConsoleApp\.tsx$/ },
  // in one chunk what most parts of the console use: over HTTP/1.1 each small file waits for one of six connections
  { name: createConsoleName(), debugName: 'console-parts', minShareCount: 60, includeDependenciesRecursively: false },
]

/** Few large chunks of modules needed together: a hundred small files compress worse. The first matching group takes a module. */
export const chunkGroups = groups.map((group, index) => ({ ...group, priority: groups.length - index }))
