import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type ESTree, type Plugin, parseAst, runnerImport } from 'vite'

/** Per manifest: where its resources and pages are declared. */
const folders: Readonly<Record<string, string>> = {
  'virtual:resources/console': 'src/features',
  'virtual:resources/operator': 'src/operator',
}
const declaring = /\.(resource|view|page)\.tsx$/
const contract = /\/contract\/.*\.ts$/
/** Copied into the manifest as written in the declaration. */
const resourceFields = ['label', 'path', 'showPath', 'nav', 'parent', 'live', 'inPalette'] as const
const pageFields = ['name', 'label', 'path', 'nav', 'parent', 'inPalette', 'access'] as const
/** The Refine action that calls each endpoint of `api`. */
const acts: Readonly<Record<string, string>> = { list: 'list', one: 'show', create: 'create', update: 'edit', remove: 'delete' }
/** Only read access may be granted to roles beyond those of the endpoint. */
const looks = ['list', 'one']

type Node = ESTree.Node
type ObjectNode = ESTree.ObjectExpression
/** Keyed by `file#export`: a group of the contract. */
type Groups = Readonly<Record<string, Record<string, { access?: string }>>>

/** Manifest defaults of a `crud()` noun, which its resource can override. */
interface Noun {
  noun: string
  group: string
  label: string
  endpoints: { list: { access: string } }
}

interface Import {
  source: string
  /** `default`, or its exported name. */
  name: string
}

/** A declaring file, parsed but not executed. */
class Declaration {
  readonly file: string
  readonly code: string
  readonly imports = new Map<string, Import>()
  readonly fields: ReadonlyMap<string, Node>

  constructor(file: string) {
    this.file = file
    this.code = readFileSync(file, 'utf8')
    const { body } = parseAst(this.code, { lang: 'tsx' })
    let declared: Node | undefined
    for (const node of body) {
      if (node.type === 'ExportDefaultDeclaration') declared = node.declaration
      if (node.type !== 'ImportDeclaration') continue
      for (const one of node.specifiers) {
        const name = one.type === 'ImportSpecifier' ? this.text(one.imported) : 'default'
        this.imports.set(one.local.name, { source: node.source.value, name })
      }
    }
    const argument = declared?.type === 'CallExpression' ? declared.arguments[0] : undefined
    if (argument?.type !== 'ObjectExpression') {
      this.fail(declared ?? body[0], 'has to export default defineResource({…}), defineView({…}) or definePage({…})')
    }
    this.fields = this.fieldsOf(argument, 'what is declared')
  }

  text({ start, end }: { start: number; end: number }): string {
    return this.code.slice(start, end)
  }

  fail(at: { start: number } | undefined, words: string): never {
    const line = this.code.slice(0, at?.start ?? 0).split('\n').length
    throw new Error(`${this.file}:${line} ${words}`)
  }

  fieldsOf(object: Node, what: string): Map<string, Node> {
    if (object.type !== 'ObjectExpression') this.fail(object, `${what} has to be an object written out here`)
    return new Map(
      (object as ObjectNode).properties.map((property) => {
        if (property.type === 'SpreadElement' || property.computed) this.fail(property, `${what} may hold no spread`)
        return [
          property.key.type === 'Identifier' ? property.key.name : String((property.key as { value?: unknown }).value),
          property.value,
        ]
      }),
    )
  }

  child(field: string): Map<string, Node> {
    const node = this.fields.get(field)
    return node ? this.fieldsOf(node, `\`${field}\``) : new Map()
  }

  /** The import that `a` in `a`, `a.b` or `a.b()` refers to, and the property read from it. */
  reference(node: Node): (Import & { members: string[] }) | undefined {
    if (node.type === 'CallExpression') return node.arguments.length === 0 ? this.reference(node.callee) : undefined
    if (node.type === 'MemberExpression' && node.property.type === 'Identifier' && !node.computed) {
      const of = this.reference(node.object)
      return of && { ...of, members: [...of.members, node.property.name] }
    }
    const known = node.type === 'Identifier' ? this.imports.get(node.name) : undefined
    return known && { ...known, members: [] }
  }

  /** Returns the source of an expression after checking that it can be moved: literals, and exports of a `paths.ts`. */
  copy(field: string, node: Node, needed: Map<string, Import>): string {
    const visit = (at: Node): void => {
      if (at.type === 'Literal') return
      const parts =
        at.type === 'TemplateLiteral'
          ? at.expressions
          : at.type === 'ObjectExpression' && this.fieldsOf(at, `\`${field}\``).values()
      if (parts) {
        for (const part of parts) visit(part)
        return
      }
      const of = this.reference(at)
      if (!of || !/\/paths\.ts$/.test(of.source)) {
        this.fail(at, `\`${field}\` is not static: menu and routes are made at build, of literals and of what a paths.ts exports`)
      }
      const root = this.text(at).split(/[.(]/, 1)[0] ?? ''
      needed.set(root, of)
    }
    visit(node)
    return this.text(node)
  }

  literal(field: string, fields: ReadonlyMap<string, Node> = this.fields): string | undefined {
    const node = fields.get(field)
    if (!node) return undefined
    if (node.type !== 'Literal' || typeof node.value !== 'string')
      return this.fail(node, `\`${field}\` has to be a string written out here`)
    return node.value
  }

  /** The module that `() => import('…')` loads. */
  loaded(field: string, node: Node): string {
    const body = node.type === 'ArrowFunctionExpression' ? node.body : undefined
    if (body?.type !== 'ImportExpression' || body.source.type !== 'Literal') {
      return this.fail(node, `\`${field}\` has to be () => import('…')`)
    }
    return String(body.source.value)
  }
}

type Resolve = (source: string, importer: string) => Promise<string>
interface Context {
  resolve: Resolve
  groups: Groups
  needed: Map<string, Import & { from: string }>
}

/** `how` is the expression that reads the body from the module at `file`. */
interface Body {
  name: string
  file: string
  how: string
}

const copied = (declaration: Declaration, fields: readonly string[], { needed }: Context): string[] =>
  fields.flatMap((field) => {
    const node = declaration.fields.get(field)
    if (!node) return []
    const imports = new Map<string, Import>()
    const code = declaration.copy(field, node, imports)
    for (const [local, of] of imports) needed.set(local, { ...of, from: declaration.file })
    return [`${field}: ${code}`]
  })

async function nounOf(declaration: Declaration, { resolve, groups }: Context): Promise<Noun | undefined> {
  const node = declaration.fields.get('crud')
  if (!node) return undefined
  const of = declaration.reference(node)
  const noun = of && of.members.length === 0 && groups[`${await resolve(of.source, declaration.file)}#${of.name}`]
  return noun ? (noun as unknown as Noun) : declaration.fail(node, '`crud` has to be a noun of the contract')
}

async function accessOf(
  declaration: Declaration,
  noun: Noun | undefined,
  { resolve, groups }: Context,
): Promise<Map<string, string>> {
  const own = declaration.literal('access')
  if (noun) {
    const { access } = noun.endpoints.list
    return new Map(Object.entries(acts).map(([verb, act]) => [act, (looks.includes(verb) && own) || access]))
  }
  const found = new Map<string, string>()
  for (const [verb, node] of declaration.child('api')) {
    const act = acts[verb]
    if (!act) continue
    const of = declaration.reference(node)
    const group = of && groups[`${await resolve(of.source, declaration.file)}#${of.name}`]
    const access = group && of.members.length === 1 ? group[of.members[0] ?? '']?.access : undefined
    if (!access) declaration.fail(node, `\`api.${verb}\` has to be a call of the contract: group.call`)
    found.set(act, (looks.includes(verb) && own) || access)
  }
  if (!found.has('list')) declaration.fail(undefined, '`api` has to have a `list`')
  return found
}

async function pagesOf(declaration: Declaration, access: ReadonlyMap<string, string>, { resolve }: Context): Promise<string[]> {
  const own = declaration.child('pages')
  const ofFields = declaration.fields.has('crud') && !declaration.fields.has('form')
  const form = ofFields ? new Set(['create', 'update']) : declaration.child('form')
  const has = { list: true, show: access.has('show'), create: form.has('create'), update: form.has('update') }
  const pages = await Promise.all(
    Object.entries(has).map(async ([page, generic]) => {
      const node = own.get(page)
      const act = page === 'update' ? 'edit' : page
      if (!access.has(act) || !(node || generic)) return ''
      if (!node) return `${page}: true`
      const file = await resolve(declaration.loaded(`pages.${page}`, node), declaration.file)
      return `${page}: () => import(${JSON.stringify(file)})`
    }),
  )
  return pages.filter(Boolean)
}

async function entryOf(declaration: Declaration, { name, file, how }: Body, context: Context): Promise<string> {
  const noun = await nounOf(declaration, context)
  const access = await accessOf(declaration, noun, context)
  const derived = noun && { label: noun.label, path: `/console/${noun.noun.replaceAll('_', '-')}` }
  const leftOut = Object.entries(derived ?? {}).filter(([field]) => !declaration.fields.has(field))
  const pages = await pagesOf(declaration, access, context)
  const createLabel = declaration.literal('createLabel', declaration.child('form'))
  return `{ ${[
    `name: ${JSON.stringify(name)}`,
    ...leftOut.map(([field, value]) => `${field}: ${JSON.stringify(value)}`),
    ...copied(declaration, resourceFields, context),
    ...(createLabel ? [`form: { createLabel: ${JSON.stringify(createLabel)} }`] : []),
    `access: ${JSON.stringify(Object.fromEntries(access))}`,
    `pages: { ${pages.join(', ')} }`,
    `load: () => import(${JSON.stringify(file)}).then((module) => ${how})`,
  ].join(', ')} }`
}

/** The manifest entries of a file: one, or one per view. The first view has the noun's own name. */
async function entriesOf(file: string, context: Context): Promise<string[]> {
  const declaration = new Declaration(file)
  const noun = await nounOf(declaration, context)
  const name = declaration.literal('name') ?? noun?.group.replaceAll('_', '-') ?? declaration.fail(undefined, 'has no `name`')
  if (!declaration.fields.has('views')) return [await entryOf(declaration, { name, file, how: 'module.default' }, context)]
  return Promise.all(
    [...declaration.child('views')].map(async ([view, node], index) => {
      const of = declaration.reference(node)
      if (of?.name !== 'default') return declaration.fail(node, `\`views.${view}\` has to be the default export of a *.view.tsx`)
      const body = { name: index ? `${name}-${view}` : name, file, how: `module.default.views.${view}` }
      return entryOf(new Declaration(await context.resolve(of.source, file)), body, context)
    }),
  )
}

async function pageOf(file: string, context: Context): Promise<string> {
  const declaration = new Declaration(file)
  const load = declaration.fields.get('load') ?? declaration.fail(undefined, 'has no `load`')
  const module = await context.resolve(declaration.loaded('load', load), file)
  return `{ ${[...copied(declaration, pageFields, context), `load: () => import(${JSON.stringify(module)})`].join(', ')} }`
}

/** The executed contract: an endpoint states who may call it, however it was created. */
async function readGroups(root: string, files: readonly string[]): Promise<Groups> {
  const id = 'virtual:contract-groups'
  const code = files.map((file, i) => `import * as m${i} from ${JSON.stringify(file)}`).join('\n')
  const pairs = files.map((file, i) => `[${JSON.stringify(file)}, m${i}]`).join(', ')
  const { module } = await runnerImport<{ default: [string, Groups][] }>(id, {
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'contract-groups',
        resolveId: (source) => (source === id ? `\0${id}` : undefined),
        load: (source) => (source === `\0${id}` ? `${code}\nexport default [${pairs}]` : undefined),
      },
    ],
  })
  return Object.fromEntries(
    module.default.flatMap(([file, exported]) => Object.entries(exported).map(([name, group]) => [`${file}#${name}`, group])),
  )
}

/**
 * What the menu, router and guards know of every resource and page before any of them is loaded, as two modules:
 * `virtual:resources/console` and `virtual:resources/operator` (their types: src/admin/resource-manifest.d.ts). Each
 * `*.resource.tsx` and `*.page.tsx` below `src/features` and `src/operator` is parsed, not executed: manifest values must be
 * static, and an error names the line of one that is not. The rest of a resource, including its contract calls,
 * is in the chunk that `load` imports.
 */
export function resourceManifest(): Plugin {
  let root = ''
  let groups: Promise<Groups> | undefined
  const idOf = (name: string) => `\0${name}`

  return {
    name: 'resource-manifest',
    configResolved: (config) => {
      root = config.root
    },
    resolveId: (source) => (source in folders ? idOf(source) : undefined),
    async load(id) {
      const folder = Object.entries(folders).find(([name]) => id === idOf(name))?.[1]
      if (!folder) return undefined
      const filesIn = async (at: string) =>
        (await readdir(join(root, at), { recursive: true })).map((name) => join(root, at, name)).sort()
      const files = await filesIn(folder)
      groups ??= filesIn('contract').then((all) =>
        readGroups(
          root,
          all.filter((file) => contract.test(file)),
        ),
      )
      const context: Context = {
        groups: await groups,
        needed: new Map(),
        resolve: async (source, importer) => {
          const resolved = await this.resolve(source, importer)
          return resolved?.id ?? this.error(`${importer} imports ${source}, which is not there`)
        },
      }
      const entries = await Promise.all(
        files.filter((file) => file.endsWith('.resource.tsx')).map((file) => entriesOf(file, context)),
      )
      const pages = await Promise.all(files.filter((file) => file.endsWith('.page.tsx')).map((file) => pageOf(file, context)))
      for (const file of files) if (declaring.test(file)) this.addWatchFile(file)
      const imports = await Promise.all(
        [...context.needed].map(
          async ([local, { source, name, from }]) =>
            `import { ${name} as ${local} } from ${JSON.stringify(await context.resolve(source, from))}`,
        ),
      )
      return `${imports.join('\n')}
export const resources = [${entries.flat().join(',\n')}]
export const pages = [${pages.join(',\n')}]
`
    },
    hotUpdate({ file, modules }) {
      if (contract.test(file)) groups = undefined
      else if (!declaring.test(file)) return undefined
      const own = Object.keys(folders).map((name) => this.environment.moduleGraph.getModuleById(idOf(name)))
      return [...modules, ...own.filter((module) => module !== undefined)]
    },
  }
}
