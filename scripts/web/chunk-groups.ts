import type { Plugin } from 'vite'

type Graph = (id: string) => { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null

/** These modules and all they lead to, by static imports and by those import() that `follow` allows. */
function closure(graph: Graph, starts: readonly string[], follow: (id: string) => boolean = () => false): Set<string> {
  const met = new Set<string>()
  const visit = (id: string): void => {
    if (met.has(id)) return
    met.add(id)
    const { importedIds = [], dynamicallyImportedIds = [] } = graph(id) ?? {}
    for (const next of importedIds) visit(next)
    for (const next of dynamicallyImportedIds) if (follow(next)) visit(next)
  }
  starts.forEach(visit)
  return met
}

const first_page = /\/index\.html$/
const home = /\/src\/app\/HomeRoute\.tsx$/
const console_gate = /\/src\/app\/ConsoleGate\.tsx$/
const console_world = /\/src\/app\/ConsoleWorld\.tsx$/
/** What the console asks for as well as soon as it runs. */
const signed_in = /\/src\/(session\/(load-user|shared-stream)|shell\/requests)\.ts$/
/** What a call takes, with the calls of home. */
const calls = /\/src\/(api\/call|site\/(home|catalogue)\/requests)\.ts$/
/** The words of all errors, which most pages can do without. */
const codes = /\/contract\/codes\.ts$/

const isPackage = (id: string) => id.includes('/node_modules/')

/** `packages` are those of every page; the others hold what public pages and the console both have. */
type Part = 'packages' | 'common' | 'codes' | 'calls' | 'wire'

function partsOf(ids: readonly string[], graph: Graph): Map<string, Part> {
  const like = (...patterns: RegExp[]) => ids.filter((id) => patterns.some((pattern) => pattern.test(id)))
  for (const root of [first_page, home, console_gate, console_world, signed_in, calls, codes]) {
    if (like(root).length === 0) throw new Error(`chunk-groups: no module is like ${root}`)
  }
  const first = closure(graph, like(first_page))
  const site = closure(graph, like(first_page), (id) => !console_gate.test(id))
  const console_too = closure(graph, like(console_gate, console_world, signed_in))
  const called = closure(graph, like(calls))

  const partOf = (id: string): Part | undefined => {
    if (first.has(id)) return isPackage(id) ? 'packages' : undefined
    if (!site.has(id) || !(console_too.has(id) || called.has(id))) return undefined
    // a page must not load packages for a price tag, so what takes none stands apart
    const needed = [...closure(graph, [id])]
    if (needed.some((at) => isPackage(at) && !first.has(at))) return called.has(id) ? 'calls' : 'wire'
    return needed.some((at) => codes.test(at)) ? 'codes' : 'common'
  }
  return new Map(
    ids.flatMap((id) => {
      const found = partOf(id)
      return found ? [[id, found] as const] : []
    }),
  )
}

/**
 * Few large files instead of a hundred small ones, which compress worse: what every page starts with (packages apart, as
 * they outlive releases in the browser's cache), home, the console, and what public pages share with the console.
 */
export function chunkGroups(): Plugin {
  let parts = new Map<string, Part>()
  const part = (name: Part) => ({ name, test: (id: string) => parts.get(id) === name, includeDependenciesRecursively: false })
  const groups = [
    part('packages'),
    { name: 'index', test: first_page },
    { name: 'home', test: home },
    ...(['common', 'codes', 'calls', 'wire'] as const).map(part),
    { name: 'console', test: console_world },
  ]
  return {
    name: 'chunk-groups',
    apply: 'build',
    applyToEnvironment: ({ config }) => config.consumer === 'client',
    config: (_, { isSsrBuild }) => ({
      build: {
        rolldownOptions: {
          output: isSsrBuild
            ? {}
            : { codeSplitting: { groups: groups.map((group, index) => ({ ...group, priority: groups.length - index })) } },
        },
      },
    }),
    buildEnd(error) {
      if (!error) parts = partsOf([...this.getModuleIds()], (id) => this.getModuleInfo(id))
    },
  }
}
