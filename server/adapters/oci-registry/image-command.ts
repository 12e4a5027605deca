import type { ImageCommand } from '#server/adapters/compute.shared/entry-command.ts'
import { RegistryClient, type RegistryLogin, readJson } from './registry-client.ts'

const manifestTypes = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ')
const found = 200
const dockerHub = { name: 'docker.io', host: 'registry-1.docker.io' }

interface AnyManifest {
  config?: { digest: string }
  manifests?: { digest: string; platform?: { os?: string; architecture?: string } }[]
}

/** Where an image lies: an image without a registry in its name is Docker Hub's. */
function parseLocation(image: string): { host: string; repository: string; reference: string } {
  const [first = '', ...rest] = image.split('/')
  const isHost = rest.length > 0 && (/[.:]/.test(first) || first === 'localhost')
  const path = isHost ? rest.join('/') : image
  const [, repository = '', tag, digest] = /^([^:@]+)(?::([^@]+))?(?:@(.+))?$/.exec(path) ?? []
  const isOfficial = !isHost && !repository.includes('/')
  return {
    host: isHost ? first.toLowerCase() : dockerHub.name,
    repository: isOfficial ? `library/${repository}` : repository,
    reference: digest ?? tag ?? 'latest',
  }
}

/**
 * Makes a function that asks an image's registry which command the image runs; undefined if that cannot be learnt. `plain` are
 * hosts that speak HTTP without TLS.
 */
export function createImageCommandFinder(logins: ReadonlyMap<string, RegistryLogin>, plain: ReadonlySet<string> = new Set()) {
  return async (image: string): Promise<ImageCommand | undefined> => {
    const { host, repository, reference } = parseLocation(image)
    const address = host === dockerHub.name ? dockerHub.host : host
    const client = new RegistryClient(new URL(`${plain.has(host) ? 'http' : 'https'}://${address}`), logins.get(host))
    const scopes = { [repository]: 'pull' } as const
    const read = async <T>(path: string, headers: Record<string, string> = {}) =>
      readJson<T>((await client.ask(`${repository}/${path}`, { scopes, headers, expected: [found] })).body)
    try {
      const first = await read<AnyManifest>(`manifests/${reference}`, { accept: manifestTypes })
      const own = first?.manifests?.find(({ platform }) => platform?.os === 'linux' && platform.architecture === 'amd64')
      const manifest = own ? await read<AnyManifest>(`manifests/${own.digest}`, { accept: manifestTypes }) : first
      if (!manifest?.config) return undefined
      const told = await read<{ config?: ImageCommand }>(`blobs/${manifest.config.digest}`)
      return told && { Entrypoint: told.config?.Entrypoint, Cmd: told.config?.Cmd }
    } catch {
      return undefined // a registry that is not reached from here may well be from the nodes
    }
  }
}
