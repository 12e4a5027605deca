import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { replaced } from './replaced.ts'

const production = join(dirname(createRequire(import.meta.url).resolve('react-router/package.json')), 'dist/production/index.mjs')

/** Called in a data router or a framework build only, or with an answer that is the same in any other. */
const not_ours: Record<string, string> = {
  PrefetchPageLinks: 'null',
  usePrefetchBehavior: '[false, null, {}]',
  useNavigateStable: 'null',
  useViewTransitionState: 'false',
  useDataRouterContext: 'null',
  DefaultErrorComponent: 'null',
}
const classes_not_ours = ['RenderErrorBoundary', 'RemixErrorBoundary', 'AwaitErrorBoundary']

function withoutData(code: string): string {
  let text = code
  for (const [name, answer] of Object.entries(not_ours)) {
    text = replaced(text, new RegExp(`^function ${name}\\([^]*?^}$`, 'm'), `function ${name}() { return ${answer} }`)
  }
  for (const name of classes_not_ours) {
    text = replaced(text, new RegExp(`^var ${name} = class [^]*?^};$`, 'm'), `var ${name} = class {};`)
  }
  // what is only made and named at the top level falls away when nobody uses it
  text = replaced(text, /^\w+\.displayName = .*;$/gm, '')
  return replaced(text, /^(var \w+ = )(React\d*\.\w+\()/gm, '$1/* @__PURE__ */ $2')
}

/**
 * Bundlers are given react-router's development build, and every link in it brings along what only a data router or a
 * framework uses (fetching, server components, error pages): 5 KB gzip of each page.
 */
export const routerWithoutData = (): Plugin => ({
  name: 'router-without-data',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ config }) => config.consumer === 'client',
  resolveId(source, importer) {
    return source === 'react-router' ? this.resolve(production, importer, { skipSelf: true }) : undefined
  },
  transform: {
    filter: { id: /\/node_modules\/react-router\/dist\/.*\.mjs$/ },
    handler(code, id) {
      if (!id.includes('/production/')) throw new Error(`${id}: a second copy of react-router, with contexts of its own`)
      return code.includes('function BrowserRouter(') ? { code: withoutData(code), map: null } : undefined
    },
  },
})
