import { readdirSync } from 'node:fs'
import { allEndpoints, type NamedEndpoint, nameEndpoints } from '#contract/index.ts'
import type { OwnedCrud } from '#server/http/owned-crud.ts'

const domainsUrl = new URL('./domains/', import.meta.url)

/** By the address of a call, whoever serves it. */
const toCallAddress = ({ endpoint: { method, path } }: NamedEndpoint): string => `${method} ${path.replace(/:\w+/g, ':')}`

/** Throws where two nouns, or a noun and the rest of the contract, have one name or one address. */
export function assertUniqueNouns(nouns: readonly (OwnedCrud & { file: string })[]): void {
  const owners = new Map<string, string>()
  for (const named of allEndpoints) for (const key of [named.name, toCallAddress(named)]) owners.set(key, 'contract/index.ts')
  for (const { crud, file } of nouns)
    for (const named of nameEndpoints(crud.group, crud.endpoints))
      for (const key of [named.name, toCallAddress(named)]) {
        const other = owners.get(key)
        if (other) throw new Error(`${file} declares ${key}, which is there already: see ${other}`)
        owners.set(key, file)
      }
}

async function readCrudNouns(): Promise<readonly OwnedCrud[]> {
  const names = readdirSync(domainsUrl, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'))
  // .mjs in the build (scripts/build-server.ts)
  const files = names.filter((name) => /\.crud\.(ts|mjs)$/.test(name)).sort()
  const nouns = files.map(async (name) => {
    const loaded = (await import(new URL(name, domainsUrl).href)) as { default?: OwnedCrud }
    const file = `server/domains/${name}`
    if (typeof loaded.default?.mount !== 'function') throw new Error(`${file} must export an ownedCrud(…) by default`)
    return { ...loaded.default, file }
  })
  const found = await Promise.all(nouns)
  assertUniqueNouns(found)
  return found
}

let loadedNouns: Promise<readonly OwnedCrud[]> | undefined

/** Every noun served by a `<noun>.crud.ts` under server/domains: read once, in the order of their paths. A new file is found by itself. */
export const loadCrudNouns = (): Promise<readonly OwnedCrud[]> => {
  loadedNouns ??= readCrudNouns()
  return loadedNouns
}

/** Every call of `/api/v1`: those of the contract's index, and those of the nouns. */
export const loadEndpoints = async (): Promise<readonly NamedEndpoint[]> => [
  ...allEndpoints,
  ...(await loadCrudNouns()).flatMap(({ crud }) => nameEndpoints(crud.group, crud.endpoints)),
]
