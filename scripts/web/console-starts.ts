import { buildPath, type Endpoint } from '#contract/endpoint.ts'
import { instanceGuards } from '#contract/guards.ts'
import { instances } from '#contract/instances.ts'
import { limits } from '#contract/limits.ts'
import { notifications } from '#contract/notifications.ts'
import { privateImages } from '#contract/private-images.ts'
import { products } from '#contract/products.ts'
import { secretKeys } from '#contract/secret-keys.ts'
import { users } from '#contract/users.ts'
import { wallet } from '#contract/wallet.ts'
import { paths } from '#src/paths.ts'

/** A console page that the browser most often opens first, with what it loads and reads before its first content. */
interface ConsoleStart {
  /** Names its chunk. */
  name: string
  paths: readonly string[]
  modules: readonly string[]
  /** What the page reads whatever its own query says: method and address. A POST has an empty body. */
  reads: readonly string[]
  /** What it reads only without a query. */
  bareReads: readonly string[]
}

const read = (endpoint: Endpoint, query: Record<string, string | number> = {}) => {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()
  return `${endpoint.method} ${buildPath(endpoint)}${search && `?${search}`}`
}
const all = { page: 1, page_size: limits.pageSizeMax }

/** What every console page reads for its frame. */
const frameReads = [read(instanceGuards.burn), read(notifications.unreaded_count)]

export const consoleStarts: readonly ConsoleStart[] = [
  {
    name: 'overview',
    paths: [paths.console, paths.dataOverview],
    modules: ['src/features/overview/DataOverview.tsx'],
    reads: [read(wallet.overview)],
    bareReads: [],
  },
  {
    name: 'list',
    paths: [paths.containerInstances],
    modules: ['src/admin/list/ResourceListPage.tsx', 'src/features/instances/instances.resource.tsx'],
    reads: [],
    bareReads: [read(instances.list, { page: 1, page_size: 20 })],
  },
  {
    name: 'create',
    paths: [paths.createInstance()],
    modules: ['src/features/instances/create/CreateInstance.tsx'],
    reads: [
      read(products.regions),
      read(products.list, all),
      read(products.images),
      read(privateImages.list, { state: 'ready', page_size: limits.pageSizeMax }),
      read(privateImages.shared_list, { page_size: limits.pageSizeMax }),
      read(secretKeys.list, all),
    ],
    bareReads: [],
  },
]

/** What the page's starter asks for, as it stands at its script in the page. */
export const formatStart = (apiHost: string, { reads, bareReads }: Pick<ConsoleStart, 'reads' | 'bareReads'>): string =>
  JSON.stringify({ host: apiHost, user: `GET ${buildPath(users.get, { id: '' })}`, reads: [...frameReads, ...reads], bareReads })

/**
 * Asks for the page's first answers while its code loads; src/api/early-answers.ts takes them. A file, as the content security
 * policy allows no script inline.
 */
export const consoleStarter = `(() => {
  const { host, user, reads, bareReads } = JSON.parse(document.currentScript.dataset.start)
  try {
    const { access, userId } = JSON.parse(localStorage.getItem('token'))
    if (!access || !userId) return
    const asked = [user + encodeURIComponent(userId), ...reads, ...(location.search ? [] : bareReads)]
    const headers = { accept: 'application/json', 'content-type': 'application/json', authorization: 'Bearer ' + access }
    const at = performance.now()
    globalThis.earlyAnswers = new Map(
      asked.map((call) => {
        const [method, path] = call.split(' ')
        const asks = { method, headers, signal: AbortSignal.timeout(15000), ...(method === 'POST' && { body: '{}' }) }
        const answer = fetch(host + path, asks).then(
          async (got) => (got.ok ? { status: got.status, body: await got.json() } : null),
        )
        return [method + ' ' + host + path, { access, at, answer: answer.catch(() => null) }]
      }),
    )
  } catch {}
})()
`
