import type { ImageCommand } from '#server/adapters/compute.shared/entry-command.ts'
import { ImageNotFound } from '#server/ports/driver-errors.ts'
import { type FoundImage, findImage } from './manifests.ts'
import { RegistryClient, type RegistryLogin } from './registry-client.ts'

const dockerHub = { name: 'docker.io', host: 'registry-1.docker.io' }
const usualArchitecture = 'amd64'

/** An image where it lies. `exact` is a name for just these files, under which a node pulls them. */
export interface SourceImage extends FoundImage {
  client: RegistryClient
  host: string
  repository: string
  exact: string
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

/** Images in the registries that their names say, read with our logins. `plain` are hosts that speak HTTP without TLS. */
export class ImageSources {
  readonly #logins: ReadonlyMap<string, RegistryLogin>
  readonly #plain: ReadonlySet<string>

  constructor(logins: ReadonlyMap<string, RegistryLogin> = new Map(), plain: ReadonlySet<string> = new Set()) {
    this.#logins = logins
    this.#plain = plain
  }

  /** Throws ImageNotFound if its registry does not have it, and DriverUnavailable if that does not answer. */
  async read(image: string, architecture = usualArchitecture): Promise<SourceImage> {
    const { host, repository, reference } = parseLocation(image)
    const address = host === dockerHub.name ? dockerHub.host : host
    const client = new RegistryClient(new URL(`${this.#plain.has(host) ? 'http' : 'https'}://${address}`), this.#logins.get(host))
    const found = await findImage(client, repository, reference, architecture)
    if (!found) throw new ImageNotFound(`the registry has no image ${image}`)
    return { ...found, client, host, repository, exact: `${host}/${repository}@${found.named}` }
  }

  /** Returns which command an image runs; undefined if that cannot be learnt. */
  async findCommand(image: string): Promise<ImageCommand | undefined> {
    try {
      const { config } = (await this.read(image)).config
      return { Entrypoint: config?.Entrypoint, Cmd: config?.Cmd }
    } catch {
      return undefined // a registry that is not reached from here may well be from the nodes
    }
  }
}
