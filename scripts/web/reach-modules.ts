import { parseAst, type Rolldown } from 'vite'

/** What a module takes of another one: an export of it, or everything. */
interface Taken {
  id: string
  name: string
  /** Name under which it is given out again; null if it is used here. */
  as: string | null
}

interface Imports {
  taken: readonly Taken[]
  /** It only gives out what other modules have: who takes one name loads no more of them. */
  isBarrel: boolean
}

const everything = '*'
const nameOf = (node: { name: string } | { value: unknown }) => ('name' in node ? node.name : String(node.value))

const takeAll = (ids: readonly string[]): Imports => ({
  taken: ids.map((id) => ({ id, name: everything, as: null })),
  isBarrel: false,
})

function readImports(code: string, imported: readonly string[]): Imports {
  const unnamed = imported.filter((id) => id.startsWith('\0vite/')) // what Vite adds, which the code does not name
  const ids = imported.filter((id) => !unnamed.includes(id))
  const { body } = parseAst(code)
  const withSource = body.flatMap((node) => ('source' in node && node.source ? [{ node, source: node.source.value }] : []))
  const sources = [...new Set(withSource.map(({ source }) => source))]
  if (sources.length !== ids.length) return takeAll(imported)
  const taken = withSource.flatMap(({ node, source }): Taken[] => {
    const id = ids[sources.indexOf(source)] as string
    if (node.type === 'ExportAllDeclaration') return [{ id, name: everything, as: everything }]
    if (node.specifiers.length === 0) return [{ id, name: everything, as: null }]
    return node.specifiers.map((specifier) => {
      if (specifier.type === 'ExportSpecifier') return { id, name: nameOf(specifier.local), as: nameOf(specifier.exported) }
      if (specifier.type === 'ImportSpecifier') return { id, name: nameOf(specifier.imported), as: null }
      return { id, name: specifier.type === 'ImportDefaultSpecifier' ? 'default' : everything, as: null }
    })
  })
  const isBarrel = body.every((node) => ('source' in node && node.type.startsWith('Export')) || 'directive' in node)
  return { taken: [...taken, ...takeAll(unnamed).taken], isBarrel }
}

const known = new Map<string, Imports>()

function importsOf(id: string, { code, importedIds }: Rolldown.ModuleInfo): Imports {
  const found = known.get(id) ?? (code && /\.([jt]sx?|mjs)$/.test(id) ? readImports(code, importedIds) : takeAll(importedIds))
  known.set(id, found)
  return found
}

/** These modules and all that the bundler keeps of what they import: statically, and by those import() that `follow` allows. */
export function reachModules(
  graph: Rolldown.ChunkingContext,
  starts: readonly string[],
  follow: (id: string) => boolean = () => false,
): Set<string> {
  const met = new Set<string>()
  const visit = (id: string, name: string): void => {
    const asked = `${id} ${name}`
    if (met.has(asked) || met.has(`${id} ${everything}`)) return
    met.add(asked)
    const info = graph.getModuleInfo(id)
    if (!info) return
    const { taken, isBarrel } = importsOf(id, info)
    for (const { id: next, name: what, as } of taken) {
      if (as === everything) visit(next, name)
      else if (!isBarrel || name === everything || as === name) visit(next, what)
    }
    for (const next of info.dynamicallyImportedIds) if (follow(next)) visit(next, everything)
  }
  for (const id of starts) visit(id, everything)
  return new Set([...met].map((asked) => asked.slice(0, asked.lastIndexOf(' '))))
}
