import type { Plugin } from 'vite'
import { replaced } from './replaced.ts'

interface Part {
  why: string
  importer: RegExp
  /** As the importer writes it. */
  source: RegExp
  /** A module, instead. */
  by: string
}

const parts = (nothing: string): Part[] => [
  {
    why: 'the menu of a table column, which our lists, filtered in the toolbar, never open',
    importer: /\/antd\/es\/table\//,
    source: /\/tree$/,
    by: nothing,
  },
  {
    why: 'an input looks for a form around it; the form itself, with its validator, is for pages that have one',
    importer: /\/antd\/es\/form\/context\.js$/,
    source: /^rc-field-form$/,
    by: 'rc-field-form/es/FormContext',
  },
  {
    why: 'every browser has the client that comes first in the list',
    importer: /\/axios\/lib\/adapters\/adapters\.js$/,
    source: /^\.\/fetch\.js$/,
    by: nothing,
  },
  {
    why: 'the names of all HTTP statuses',
    importer: /\/axios\/lib\/axios\.js$/,
    source: /\/HttpStatusCode\.js$/,
    by: nothing,
  },
]

const zod_schemas = /\/zod\/v4\/classic\/schemas\.js$/

/** The OpenAPI document is the server's; each schema carries what it takes to write its part of one. */
function withoutJsonSchema(code: string): string {
  const text = replaced(code, /^ *inst\._zod\.processJSONSchema = .*;$/gm, '')
  return replaced(
    text,
    /^import (\{[^}]*\}) from "\.\.\/core\/to-json-schema\.js";$/m,
    'const createStandardJSONSchemaMethod = () => undefined, createToJSONSchemaMethod = createStandardJSONSchemaMethod;',
  )
}

/** Leaves out of the browser's build what libraries import and this product never reaches. `nothing`: the module instead. */
export function unusedParts(nothing: string): Plugin {
  const table = parts(nothing)
  const met = new Set<Part>()
  return {
    name: 'unused-parts',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ config }) => config.consumer === 'client',
    resolveId(source, importer = '') {
      const part = table.find((candidate) => candidate.source.test(source) && candidate.importer.test(importer))
      if (!part) return undefined
      met.add(part)
      return this.resolve(part.by, importer, { skipSelf: true })
    },
    transform: { filter: { id: zod_schemas }, handler: (code) => ({ code: withoutJsonSchema(code), map: null }) },
    buildEnd(error) {
      const stale = table.filter((part) => !met.has(part)).map(({ source, importer }) => `${source} in ${importer}`)
      if (!error && stale.length > 0) this.error(`unused-parts names what nobody imports: ${stale.join(', ')}`)
    },
  }
}
